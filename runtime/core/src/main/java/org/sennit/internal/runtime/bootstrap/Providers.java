package org.sennit.internal.runtime.bootstrap;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Providers on the class path, as {@link ServiceLoader} finds them, but without a look into the jars of the
 * distribution of Sennit: to open all of them takes a fifth of the time of an empty job. The build has copied what its
 * own jars bring to the folder {@code services} beside that of the jars; the libraries bring none. Stateless.
 */
public final class Providers {
    /**
     * The system property that names the distribution's folder of jars; set by {@code runtime/bin/sennit}. Without it
     * all are looked at.
     */
    public static final String LIBRARIES = "org.sennit.libraries";

    private static final String OWN = "sennit-";
    private static final String SERVICES = "services";

    private Providers() {}

    /**
     * Returns the providers of a service.
     *
     * @param type the service, a class of Sennit
     * @param <T> the service
     */
    public static <T> ServiceLoader<T> of(Class<T> type) {
        String libraries = System.getProperty(LIBRARIES);
        ClassLoader loader = type.getClassLoader();
        boolean isOfClassPath = libraries != null && loader == ClassLoader.getSystemClassLoader();
        return ServiceLoader.load(type, isOfClassPath ? new WithoutLibraries(loader, Path.of(libraries)) : loader);
    }

    /** Returns the flags with which another JVM of the same class path looks at the same jars. */
    public static List<String> flags() {
        String libraries = System.getProperty(LIBRARIES);
        return libraries == null ? List.of() : List.of("-D" + LIBRARIES + "=" + libraries);
    }

    /**
     * Returns whether the class path may bring a provider of a service of the JDK, which looks for one in all jars.
     *
     * @param service the name of its class
     * @return false only where no provider is there
     */
    public static boolean mayBring(String service) {
        String libraries = System.getProperty(LIBRARIES);
        if (libraries == null) {
            return true;
        }
        ClassLoader loader = new WithoutLibraries(ClassLoader.getSystemClassLoader(), Path.of(libraries));
        try {
            return loader.getResources("META-INF/services/" + service).hasMoreElements();
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Finds resources in all entries of the class path but the libraries; classes as its parent does. */
    private static final class WithoutLibraries extends ClassLoader {
        private final Path libraries;

        WithoutLibraries(ClassLoader parent, Path libraries) {
            super(parent);
            this.libraries = libraries;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            List<URL> found = new ArrayList<>();
            boolean isKnown = addCopies(name, found);
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry);
                if (libraries.equals(path.getParent())
                        && (isKnown || !path.getFileName().toString().startsWith(OWN))) {
                    continue;
                }
                if (Files.isDirectory(path)) {
                    Path file = path.resolve(name);
                    if (Files.exists(file)) {
                        found.add(file.toUri().toURL());
                    }
                } else if (Files.exists(path) && !addFrom(path, name, found)) {
                    return super.getResources(name);
                }
            }
            return Collections.enumeration(found);
        }

        /**
         * Adds what the build has copied out of the distribution's own jars; returns false where it has copied nothing.
         */
        private boolean addCopies(String name, List<URL> found) throws IOException {
            String[] jars = libraries.resolveSibling(SERVICES).toFile().list();
            if (jars == null) {
                return false;
            }
            Arrays.sort(jars);
            for (String jar : jars) {
                Path file = libraries.resolveSibling(SERVICES).resolve(jar).resolve(name);
                if (Files.exists(file)) {
                    found.add(file.toUri().toURL());
                }
            }
            return true;
        }

        /** Returns false where the jar names further ones, which the JDK's loader knows how to find. */
        private static boolean addFrom(Path jar, String name, List<URL> found) {
            try (JarFile opened = new JarFile(jar.toFile(), false)) {
                if (opened.getEntry(name) != null) {
                    found.add(URI.create("jar:" + jar.toUri() + "!/" + name).toURL());
                }
                Manifest manifest = jar.getFileName().toString().startsWith(OWN) ? null : opened.getManifest();
                return manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) == null;
            } catch (IOException noJar) { // the JDK's loader passes over it as well
                return true;
            }
        }
    }
}
