package org.sennit.internal.runtime.bootstrap;

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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A temporary folder that {@link #close} deletes, and {@link #removeAbandoned} if its process was killed. A living
 * owner is known by the lock that it holds on a file inside: the system releases it however the process ends, and
 * process ids of other name spaces do not matter.
 *
 * <p>Threads: any.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    private final Path path;
    private final String prefix;
    private final FileChannel lock;

    private TemporaryFolder(Path path, String prefix, FileChannel lock) {
        this.path = path;
        this.prefix = prefix;
        this.lock = lock;
    }

    /**
     * Makes a folder that only this user can read.
     *
     * @param parent where
     * @param prefix how its name begins; the process id and a number follow
     * @return an empty folder but for the lock
     * @throws IOException when it cannot be made
     */
    public static TemporaryFolder make(Path parent, String prefix) throws IOException {
        // Locked before it has its name: no other process takes it for abandoned meanwhile.
        String number = Entropy.hex(8); // Files.createTempDirectory takes 30 ms at the start of a process: SecureRandom
        Path unnamed = Files.createDirectory(
                parent.resolve("." + prefix + number),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            FileChannel lock =
                    FileChannel.open(unnamed.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            Path path = Files.move(unnamed, parent.resolve(ownPrefix(prefix) + number), StandardCopyOption.ATOMIC_MOVE);
            return new TemporaryFolder(path, prefix, lock);
        } catch (IOException e) {
            delete(unnamed);
            throw e;
        }
    }

    private static String ownPrefix(String prefix) {
        return prefix + ProcessHandle.current().pid() + "-";
    }

    /**
     * Deletes the folders beside it with the same prefix, of the same user, whose processes have been killed. What
     * cannot be deleted stays.
     *
     * @param mostFiles how many files to look at: others may have many there
     */
    public void removeAbandoned(int mostFiles) {
        int files = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(path.getParent())) {
            for (Path folder : folders) {
                if (++files > mostFiles) {
                    return; // the next one goes on
                }
                String name = folder.getFileName().toString();
                // Not those of this process: to close a second channel of a file gives up its lock (fcntl(2)).
                if (name.startsWith(prefix) && !name.startsWith(ownPrefix(prefix)) && isAbandoned(folder)) {
                    delete(folder);
                }
            }
        } catch (IOException | UncheckedIOException | DirectoryIteratorException anotherProcessDeletesItToo) {
            return;
        }
    }

    private boolean isAbandoned(Path folder) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(path))) {
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

    /** Returns the path of the folder, which exists. */
    public Path path() {
        return path;
    }

    /**
     * Makes a folder in it.
     *
     * @return an empty folder
     * @throws IOException when it cannot be made
     */
    public Path folder(String name) throws IOException {
        return Files.createDirectory(path.resolve(name));
    }

    /** Deletes it with all that is in it; what cannot be deleted stays. */
    @Override
    public synchronized void close() {
        if (!lock.isOpen()) {
            return;
        }
        try {
            delete(path);
        } catch (IOException | UncheckedIOException stays) {
            // The next process with this prefix deletes it, once the lock has gone.
        }
        try {
            lock.close();
        } catch (IOException cannot) {
            // Released with the process.
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
