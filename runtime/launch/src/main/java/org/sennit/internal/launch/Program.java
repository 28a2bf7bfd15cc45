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
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.sennit.internal.launch.process.MainMethod;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.spi.launch.Example;

/**
 * The program that the user named: an example by its short name, or a class on the class path. Every mistake in naming
 * it is found here, before a JVM is started.
 *
 * @param className the class to start in another JVM
 * @param classPath where its classes are, each entry checked; empty when they are on the launcher's own class path
 * @param loader the loader of its classes in this JVM
 */
record Program(MainMethod main, String className, String classPath, ClassLoader loader) {
    private static final String CLASS_SUFFIX = ".class";

    /**
     * Finds a program.
     *
     * @param name a class or an example
     * @param classPath what the user gave, or null
     */
    static Program find(String name, String classPath) {
        return find("run", name, classPath);
    }

    /** Finds a program for a command, which errors name; otherwise as {@link #find(String, String)}. */
    static Program find(String command, String name, String classPath) {
        if (name.endsWith(".jar")) {
            return ofJar(command, name, classPath);
        }
        List<Path> entries = classPath == null ? defaultClassPath(command) : entries(command, classPath);
        ClassLoader own = Program.class.getClassLoader();
        List<Example> examples = new ArrayList<>();
        if (name.matches("[^.A-Z][^.]*")) { // to look for examples takes longer than for a class
            Example named = example(name, examples);
            if (named != null) {
                return ofExample(command, named, classPath == null ? List.of() : entries);
            }
        }
        ClassLoader loader = entries.isEmpty() ? own : new ProgramLoader(urls(command, entries), own, name);
        try {
            return of(command, Class.forName(name, false, loader), joined(entries), loader);
        } catch (ClassNotFoundException unknown) {
            Example named = examples.isEmpty() && name.indexOf('.') < 0 ? example(name, examples) : null;
            if (named != null) {
                return ofExample(command, named, classPath == null ? List.of() : entries);
            }
            String where = classPath == null ? " (no -cp given)" : " on -cp " + classPath;
            throw new CommandLineMistake(command + ": no class or example '" + name + "'" + where
                    + NearestName.hint(name, near(name, entries, examples)));
        } catch (LinkageError broken) {
            throw new CommandLineMistake(command + ": class '" + name + "' cannot be loaded: "
                    + String.valueOf(broken.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** Returns an example; what the user has put beside it, such as a network module, is found by it as well. */
    private static Program ofExample(String command, Example example, List<Path> beside) {
        ClassLoader own = Program.class.getClassLoader();
        ClassLoader loader = beside.isEmpty() ? own : new URLClassLoader("program", urls(command, beside), own);
        return of(command, example.mainClass(), joined(beside), loader);
    }

    /** Returns what a mistyped name may have meant: classes in the folders of the class path, then examples. */
    private static List<String> near(String name, List<Path> entries, List<Example> examples) {
        List<String> known = new ArrayList<>();
        int dot = name.lastIndexOf('.') + 1;
        String packageName = name.substring(0, dot);
        for (Path entry : entries) {
            try (DirectoryStream<Path> classes = Files.newDirectoryStream(
                    entry.resolve(packageName.replace('.', File.separatorChar)), "[!$]*" + CLASS_SUFFIX)) {
                for (Path each : classes) {
                    String file = each.getFileName().toString();
                    if (file.indexOf('$') < 0) {
                        known.add(packageName + file.substring(0, file.length() - CLASS_SUFFIX.length()));
                    }
                }
            } catch (IOException | InvalidPathException noFolder) {
                // A jar, or no such package.
            }
        }
        examples.forEach(each -> known.add(each.name()));
        return known;
    }

    private static Example example(String name, List<Example> all) {
        Providers.of(Example.class).forEach(all::add);
        return all.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    }

    /** Finds the program's main class before its parent opens all of its jars to find that none has it. */
    private static final class ProgramLoader extends URLClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final String main;

        ProgramLoader(URL[] urls, ClassLoader parent, String main) {
            super("program", urls, parent);
            this.main = main.startsWith("org.sennit.") || main.startsWith("java") ? "" : main; // not in place of ours
        }

        @Override
        protected Class<?> loadClass(String name, boolean isToBeResolved) throws ClassNotFoundException {
            if (name.equals(main)) {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    try {
                        return loaded == null ? findClass(name) : loaded;
                    } catch (ClassNotFoundException isOfTheParent) {
                        // As any other class.
                    }
                }
            }
            return super.loadClass(name, isToBeResolved);
        }
    }

    /** Returns the main class that a jar names, with the jar in front of what the user gave. */
    static Program ofJar(String command, String name, String classPath) {
        String mainClass;
        try (JarFile jar = new JarFile(name)) {
            Manifest manifest = jar.getManifest();
            mainClass = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        } catch (ZipException isNone) {
            throw new CommandLineMistake(command + ": file '" + name + "' is not a jar");
        } catch (IOException cannot) {
            Path file = path(command, "jar '" + name + "'", name);
            String why = Files.exists(file) ? "cannot be read: " + cannot.getMessage() : "does not exist";
            throw new CommandLineMistake(command + ": jar '" + name + "' " + why);
        }
        if (mainClass == null) {
            throw new CommandLineMistake(
                    command + ": jar '" + name + "' names no main class: run -cp " + name + " CLASS");
        }
        return find(command, mainClass.strip(), classPath == null ? name : name + File.pathSeparator + classPath);
    }

    private static Program of(String command, Class<?> owner, String classPath, ClassLoader loader) {
        MainMethod main = MainMethod.of(owner);
        if (main == null) {
            throw new CommandLineMistake(command + ": class '" + owner.getName() + "' has no main method");
        }
        return new Program(main, owner.getName(), classPath, loader);
    }

    private static List<Path> defaultClassPath(String command) {
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isEmpty()
                ? List.of(Path.of("").toAbsolutePath())
                : entries(command, variable);
    }

    /**
     * Returns a class path that a user has given with absolute entries, and jars in the places of {@code *}.
     *
     * @param command that the mistake is to name
     */
    static String absolute(String command, String classPath) {
        return joined(entries(command, classPath));
    }

    private static List<Path> entries(String command, String classPath) {
        List<Path> entries = new ArrayList<>();
        for (String text : classPath.split(File.pathSeparator, -1)) {
            if (text.equals("*") || text.endsWith(File.separator + "*")) {
                addJars(command, text, entries);
                continue;
            }
            Path entry = path(command, "class path entry '" + text + "'", text);
            if (!Files.exists(entry)) {
                throw new CommandLineMistake(command + ": class path entry '" + text + "' does not exist");
            }
            if (!Files.isReadable(entry)) {
                throw new CommandLineMistake(command + ": class path entry '" + text + "' cannot be read");
            }
            entries.add(entry);
        }
        return entries;
    }

    private static Path path(String command, String what, String text) {
        try {
            return Path.of(text).toAbsolutePath();
        } catch (InvalidPathException unmappable) {
            throw new CommandLineMistake(
                    command + ": " + what + " has letters that Java does not read in this locale (set LC_ALL=C.UTF-8)");
        }
    }

    private static void addJars(String command, String text, List<Path> entries) {
        Path folder = path(command, "class path entry '" + text + "'", text.substring(0, text.length() - 1));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
            jars.forEach(entries::add);
        } catch (IOException cannot) {
            throw new CommandLineMistake(command + ": class path entry '" + text + "' cannot be read");
        }
    }

    private static URL[] urls(String command, List<Path> entries) {
        List<URL> urls = new ArrayList<>();
        for (Path entry : entries) {
            try {
                urls.add(entry.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new CommandLineMistake(command + ": class path entry '" + entry + "' cannot be read");
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static String joined(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
