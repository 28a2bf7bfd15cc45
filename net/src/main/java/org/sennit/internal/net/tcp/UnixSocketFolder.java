package org.sennit.internal.net.tcp;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.sennit.internal.net.wire.LaneCard;
import org.sennit.internal.runtime.bootstrap.Entropy;

/**
 * The folder of a job's Unix sockets, mode 0700, and the name of one process's socket in it. Names of the file
 * system and not abstract ones: the folder keeps other users from connecting at all, which an abstract name
 * cannot, and NIO knows no abstract names. The price is files: each process deletes its own, and
 * {@link StaleSockets} those of the killed.
 *
 * <p>Threads: one at a time.
 */
final class UnixSocketFolder implements AutoCloseable {
    static final String PREFIX = "sennit-net-";

    /** Longest path of a socket that the system accepts, without the zero at the end, in bytes. */
    private static final int LONGEST_PATH = 107;

    private static final int LONGEST_JOB = 40;
    private static final int LONGEST_LANE = 3; // a dot and two digits
    private static final int MOST_TRIES = 10;

    private final Path folder;
    private final Path socket;

    private UnixSocketFolder(Path folder, Path socket) {
        this.folder = folder;
        this.socket = socket;
    }

    /**
     * Makes the folder, or finds the one that another process of the job has made.
     *
     * @throws IOException when there is no place for it
     */
    static UnixSocketFolder open(String jobId, int process) throws IOException {
        String job = jobId.replaceAll("[^A-Za-z0-9.]", "_");
        String name = PREFIX + job.substring(0, Math.min(LONGEST_JOB, job.length()));
        String file = process + "-" + Entropy.hex(3);
        Path base = base(name.length() + Entropy.hex(3).length() + file.length() + 3 + LONGEST_LANE);
        Path folder = makeOrFind(base.resolve(name));
        if (folder == null) {
            folder = base.resolve(name + "-" + Entropy.hex(3)); // another user's folder has the name
            make(folder);
        }
        // for a process that exits without closing; the last to be registered goes first
        folder.toFile().deleteOnExit();
        return withSocket(folder, folder.resolve(file));
    }

    private static UnixSocketFolder withSocket(Path folder, Path socket) {
        socket.toFile().deleteOnExit();
        return new UnixSocketFolder(folder, socket);
    }

    /**
     * Returns the same folder with the socket of a further lane.
     *
     * @param lane 1 and up
     */
    UnixSocketFolder ofLane(int lane) {
        return withSocket(folder, Path.of(LaneCard.unixPath(socket.toString(), lane)));
    }

    /** Returns the temporary folder, where its name is short and plain enough. */
    static Path base(int room) {
        String folder = System.getProperty("java.io.tmpdir");
        boolean isPlain = folder.startsWith("/") && folder.chars().allMatch(c -> c > ' ' && c <= '~' && c != '|');
        return Path.of(isPlain && folder.length() + room <= LONGEST_PATH ? folder : "/tmp");
    }

    private static Path makeOrFind(Path folder) throws IOException {
        try {
            make(folder);
            return folder;
        } catch (FileAlreadyExistsException exists) {
            return isOurs(folder) ? folder : null;
        }
    }

    private static void make(Path folder) throws IOException {
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Returns whether a folder belongs to this user and is not accessible to others. */
    static boolean isOurs(Path folder) {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isDirectory()
                    && attributes.owner().equals(Files.getOwner(Path.of("/proc/self")))
                    && PosixFilePermissions.toString(attributes.permissions()).equals("rwx------");
        } catch (IOException | UnsupportedOperationException cannot) {
            return false;
        }
    }

    /**
     * Makes the folder again if it has gone: the last process in it takes it away, and a new job takes it for that of a
     * killed one while no process listens there.
     *
     * @throws IOException when it cannot be made
     */
    void restore() throws IOException {
        if (makeOrFind(folder) == null) {
            throw new IOException("not this user's own folder: " + folder);
        }
    }

    /** Binds a socket to a name of the folder. */
    @FunctionalInterface
    interface Binding {
        /** Binds it. */
        void bind() throws IOException;
    }

    /**
     * Binds a socket. A process of the job that ends takes an empty folder with it, perhaps just
     * now: then it is made again.
     *
     * @throws IOException when it cannot be bound
     */
    void bind(Binding binding) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                restore();
                binding.bind();
                return;
            } catch (IOException e) {
                if (tries == MOST_TRIES || isThere()) {
                    throw e;
                }
            }
        }
    }

    /** Returns the name of a socket that is to take the place of the present one. */
    Path successor() {
        return socket.resolveSibling(socket.getFileName() + "~");
    }

    /**
     * Gives the {@link #successor} the name, in one step: no peer is refused meanwhile. Peers that wait at
     * the former socket stay there.
     *
     * @throws IOException when it cannot be done
     */
    void succeed() throws IOException {
        Files.move(successor(), socket, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the {@link #successor}, if it is there: the socket that has the name keeps it. */
    void giveUpSuccessor() {
        successor().toFile().delete();
    }

    /** Returns whether the folder exists. */
    boolean isThere() {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the folder of this job's folder and those of others. */
    Path base() {
        return folder.getParent();
    }

    /** Returns the address on which this process listens. */
    Path socket() {
        return socket;
    }

    /** Deletes the socket, and the folder when this was the last process in it. */
    @Override
    public void close() {
        File file = socket.toFile();
        if (file.delete() || !file.exists()) {
            folder.toFile().delete(); // does nothing while there are others
        }
    }
}
