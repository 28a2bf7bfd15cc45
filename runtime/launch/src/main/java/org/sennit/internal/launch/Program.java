package org.sennit.internal.launch;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.sennit.internal.launch.process.MainMethod;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.spi.launch.Example;

/**
 * The program that the user named: an example by its short name, or a class on the class path. Every mistake in naming
 * it is found here, before a JVM is started.
 *
 * @param main its main method
 * @param className the class to start in another JVM
 * @param classPath where its classes are, each entry checked; empty when they are on the launcher's own class path
 * @param loader the loader of its classes in this JVM
 */
record Program(MainMethod main, String className, String classPath, ClassLoader loader) {

    /**
     * Finds a program.
     *
     * @param name a class or an example
     * @param classPath what the user gave, or null
     */
    static Program find(String name, String classPath) {
        return find("run", name, classPath);
    }

    /** As above, for another command than {@code run}: its mistakes name it. */
    static Program find(String command, String name, String classPath) {
        if (name.endsWith(".jar")) {
            return ofJar(name, classPath);
        }
        List<Path> entries = classPath == null ? defaultClassPath() : entries(classPath);
        ClassLoader own = Program.class.getClassLoader();
        List<String> examples = new ArrayList<>();
        if (name.indexOf('.') < 0) {
            for (Example example : Providers.of(Example.class)) {
                if (example.name().equals(name)) {
                    return of(example.mainClass(), "", own);
                }
                examples.add(example.name());
            }
        }
        ClassLoader loader = entries.isEmpty() ? own : new URLClassLoader("program", urls(entries), own);
        try {
            return of(Class.forName(name, false, loader), String.join(File.pathSeparator, texts(entries)), loader);
        } catch (ClassNotFoundException unknown) {
            String where = classPath == null ? " (no -cp given)" : " on -cp " + classPath;
            throw new CommandLineMistake(
                    "run: no class or example '" + name + "'" + where + NearestName.hint(name, examples));
        } catch (LinkageError broken) {
            throw new CommandLineMistake("run: class '" + name + "' cannot be loaded: "
                    + String.valueOf(broken.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** Returns the main class that a jar names, with the jar in front of what the user gave. */
    private static Program ofJar(String name, String classPath) {
        String mainClass;
        try (JarFile jar = new JarFile(name)) {
            Manifest manifest = jar.getManifest();
            mainClass = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        } catch (IOException | InvalidPathException cannot) {
            String why = Files.exists(Path.of(name)) ? "cannot be read: " + cannot.getMessage() : "does not exist";
            throw new CommandLineMistake("run: jar '" + name + "' " + why);
        }
        if (mainClass == null) {
            throw new CommandLineMistake("run: jar '" + name + "' names no main class: run -cp " + name + " CLASS");
        }
        return find(mainClass.strip(), classPath == null ? name : name + File.pathSeparator + classPath);
    }

    private static Program of(Class<?> owner, String classPath, ClassLoader loader) {
        MainMethod main = MainMethod.of(owner);
        if (main == null) {
            throw new CommandLineMistake("run: class '" + owner.getName() + "' has no main method");
        }
        return new Program(main, owner.getName(), classPath, loader);
    }

    private static List<Path> defaultClassPath() {
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isEmpty() ? List.of(Path.of("").toAbsolutePath()) : entries(variable);
    }

    private static List<Path> entries(String classPath) {
        List<Path> entries = new ArrayList<>();
        for (String text : classPath.split(File.pathSeparator, -1)) {
            if (text.equals("*") || text.endsWith(File.separator + "*")) {
                addJars(text, Path.of(text.equals("*") ? "" : text.substring(0, text.length() - 1)), entries);
                continue;
            }
            Path entry;
            try {
                entry = Path.of(text).toAbsolutePath();
            } catch (InvalidPathException unmappable) {
                throw new CommandLineMistake("run: class path entry '" + text
                        + "' has letters that Java does not read in this locale (set LC_ALL=C.UTF-8)");
            }
            if (!Files.exists(entry)) {
                throw new CommandLineMistake("run: class path entry '" + text + "' does not exist");
            }
            if (!Files.isReadable(entry)) {
                throw new CommandLineMistake("run: class path entry '" + text + "' cannot be read");
            }
            entries.add(entry);
        }
        return entries;
    }

    private static void addJars(String text, Path folder, List<Path> entries) {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder.toAbsolutePath(), "*.{jar,JAR}")) {
            jars.forEach(entries::add);
        } catch (IOException cannot) {
            throw new CommandLineMistake("run: class path entry '" + text + "' cannot be read");
        }
    }

    private static URL[] urls(List<Path> entries) {
        List<URL> urls = new ArrayList<>();
        for (Path entry : entries) {
            try {
                urls.add(entry.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new CommandLineMistake("run: class path entry '" + entry + "' cannot be read");
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static List<String> texts(List<Path> entries) {
        List<String> texts = new ArrayList<>();
        entries.forEach(entry -> texts.add(entry.toString()));
        return texts;
    }
}
