package org.sennit.internal.launch.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Options;

/**
 * The folder of one ahead-of-time cache (JEP 483, 514): classes of Sennit as a JVM holds them, loaded and linked, in
 * one file for the launcher's JVM and one for those that it starts. It belongs to one JDK, one set of flags and exactly
 * these jars, by which the script that starts the launcher names the folder. The JVM checks JDK, flags and the names of
 * the jars by itself and starts as without a cache where they differ; it does not look at what is in the jars (25.0.3).
 *
 * <p>All caches of a user lie side by side in {@code $XDG_CACHE_HOME/sennit/aot}. One that another user could have
 * written, by owner and mode of its files and folders, is taken by no JVM. Threads: immutable.
 *
 * @param folder where it is, or would be
 */
public record AotCache(Path folder) {
    private static final String LAUNCHER = "launcher.aot";
    private static final String PROCESS = "process.aot";
    private static final String CLASS_PATH = "classpath";
    private static final String TRIED = "tried"; // the script has made it, or has failed to

    /** A JVM looks through all classes for profiles to compile by, and there are none: a twentieth of an empty job. */
    private static final List<String> WITHOUT_REPLAY =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");

    private static final int WITH_REPLAY = 25; // a JVM does not start with a diagnostic flag that it does not know

    private static final List<String> FILES = List.of(LAUNCHER, PROCESS, CLASS_PATH, TRIED);

    /**
     * Returns the cache of this launcher.
     *
     * @param options where the script has put its folder
     * @return the cache, made or not; null when no folder was given
     */
    public static AotCache of(Options options) {
        String folder = options.value(CacheOptions.FOLDER);
        return folder.isEmpty() ? null : new AotCache(Path.of(folder).toAbsolutePath());
    }

    /** Returns the cache of the launcher's JVM, a file that may not exist. */
    public Path launcherFile() {
        return folder.resolve(LAUNCHER);
    }

    /** Returns the cache of the JVMs of a job, a file that may not exist. */
    public Path processFile() {
        return folder.resolve(PROCESS);
    }

    /**
     * Returns the file that names the class path of the cache, so that a cache of jars that are gone can be deleted.
     */
    public Path classPathFile() {
        return folder.resolve(CLASS_PATH);
    }

    /** Returns whether both files of the cache exist. */
    public boolean isMade() {
        return Files.isRegularFile(launcherFile()) && Files.isRegularFile(processFile());
    }

    /**
     * Returns the reason for which no JVM takes it although it has been made: another user could have written it.
     *
     * @return what is wrong with owner or mode of a file or of a folder above it; null when nothing is
     */
    public String weakness() {
        String ofLauncher = PrivateFile.weakness(launcherFile());
        return ofLauncher == null ? PrivateFile.weakness(processFile()) : ofLauncher;
    }

    /**
     * Makes the folder, and those above it that are missing, for this user only.
     *
     * @throws IOException it cannot be made, or another user could write in it
     */
    public void createFolder() throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder);
        }
        String weakness = PrivateFile.weakness(folder);
        if (weakness != null) {
            throw new IOException(weakness);
        }
    }

    /**
     * Returns the flags with which a JVM takes a file, and is silent where it does not fit.
     *
     * @param file of this or another cache
     * @return flags; none when the file is not there, or another user could have written it
     */
    public static List<String> flags(Path file) {
        if (!Files.isRegularFile(file) || PrivateFile.weakness(file) != null) {
            return List.of();
        }
        List<String> flags = new ArrayList<>(List.of("-XX:AOTCache=" + file, "-Xlog:cds*=off", "-Xlog:aot*=off"));
        if (Runtime.version().feature() == WITH_REPLAY) {
            flags.addAll(WITHOUT_REPLAY);
        }
        return flags;
    }

    /**
     * Removes it. A launcher that starts at the same time starts without it.
     *
     * @return the number of bytes that were freed
     * @throws IOException a file cannot be deleted
     */
    public long delete() throws IOException {
        long bytes = 0;
        for (String name : FILES) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                bytes += Files.size(file);
                Files.delete(file);
            }
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
            if (!left.iterator().hasNext()) {
                Files.delete(folder);
            }
        } catch (NoSuchFileException never) {
            // It was never made.
        }
        return bytes;
    }

    /**
     * Returns all caches of this user.
     *
     * @return those that lie beside this one, and this one if it was made
     * @throws IOException the folder cannot be read
     */
    public List<AotCache> all() throws IOException {
        List<AotCache> all = new ArrayList<>();
        Path root = folder.getParent();
        if (root != null && Files.isDirectory(root)) {
            try (DirectoryStream<Path> folders =
                    Files.newDirectoryStream(root, each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))) {
                folders.forEach(each -> all.add(new AotCache(each)));
            }
        }
        return all;
    }

    /**
     * Returns whether it is unusable.
     *
     * @param now the cache that is about to be made for the class path of this launcher
     * @return true when the first of the jars for which it was made is gone, or when it was made for the same class
     *     path and so for an earlier state of its jars
     * @throws IOException its files cannot be read
     */
    public boolean isAbandoned(AotCache now) throws IOException {
        if (!Files.isRegularFile(classPathFile()) || equals(now)) {
            return false;
        }
        String path = Files.readString(classPathFile()).strip();
        int end = path.indexOf(File.pathSeparatorChar);
        return path.equals(System.getProperty("java.class.path"))
                || Files.notExists(Path.of(end < 0 ? path : path.substring(0, end)));
    }
}
