package org.sennit.bench.scratch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A temporary folder of one benchmark run, gone with {@link #close}; what a killed run has left is removed when the next
 * folder is made beside it. A living owner is known by the lock that it holds on a file inside: the system takes it back
 * from a process however that ends.
 *
 * <p>One thread.
 */
public final class ScratchFolder implements AutoCloseable {

    private static final Path MEMORY_FOLDER = Path.of("/dev/shm");
    private static final String PREFIX = "sennit-bench-";
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;

    private ScratchFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * A folder in memory where the system has such: files that are mapped for a floor would be written to a disk now and then.
     *
     * @return a fresh folder
     * @throws UncheckedIOException where it cannot be made
     */
    public static ScratchFolder inMemory() {
        return Files.isWritable(MEMORY_FOLDER) ? in(MEMORY_FOLDER) : onDisk();
    }

    /**
     * Returns a folder where temporary files are.
     *
     * @return a fresh folder
     * @throws UncheckedIOException where it cannot be made
     */
    public static ScratchFolder onDisk() {
        return in(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static ScratchFolder in(Path parent) {
        try {
            // Locked before it has its name, so that it is never mistaken for an abandoned one.
            Path unnamed = Files.createTempDirectory(parent, ".sennit-bench");
            FileChannel lock =
                    FileChannel.open(unnamed.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            String random = unnamed.getFileName().toString().replaceAll("\\D", "");
            Path path = Files.move(unnamed, parent.resolve(ownPrefix() + random), StandardCopyOption.ATOMIC_MOVE);
            removeAbandoned(parent, path);
            return new ScratchFolder(path, lock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String ownPrefix() {
        return PREFIX + ProcessHandle.current().pid() + "-";
    }

    private static void removeAbandoned(Path parent, Path own) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                // Not those of this process: to close a second channel of a file gives up its lock (fcntl(2)).
                if (!folder.getFileName().toString().startsWith(ownPrefix()) && isAbandoned(folder, own)) {
                    delete(folder);
                }
            }
        } catch (IOException | UncheckedIOException | DirectoryIteratorException anotherRunRemovesItToo) {
            return;
        }
    }

    private static boolean isAbandoned(Path folder, Path own) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder).equals(Files.getOwner(own))) {
                return false;
            }
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock lock = channel.tryLock()) {
                return lock != null;
            }
        } catch (IOException isNoneOfOurs) {
            return false;
        }
    }

    /**
     * Returns where it is.
     *
     * @return an existing folder
     */
    public Path path() {
        return path;
    }

    /** Removes it with all that is in it. */
    @Override
    public void close() {
        try {
            delete(path);
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
