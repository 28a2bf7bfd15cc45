package org.sennit.jcstress.harness;

import java.io.IOException;
import java.io.InputStream;

/**
 * Loads our classes anew for each test, so that a test meets neither the profile nor the compiled code that another has
 * left, and with one of them weakened where a {@link Mutant} is wanted. All other classes come from the parent.
 *
 * <p>Threads: any.
 */
final class SubjectLoader extends ClassLoader {
    private static final String OURS = "org.sennit.";
    private static final String HARNESS = StressWorker.class.getPackageName() + ".";

    private final Mutant mutant; // or null

    SubjectLoader(Mutant mutant) {
        super("stress", SubjectLoader.class.getClassLoader());
        this.mutant = mutant;
    }

    @Override
    protected Class<?> loadClass(String name, boolean isResolved) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(HARNESS)) {
            return super.loadClass(name, isResolved);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            if (mutant != null && mutant.subject().equals(name)) {
                bytes = WeakenedClass.of(mutant, bytes);
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
