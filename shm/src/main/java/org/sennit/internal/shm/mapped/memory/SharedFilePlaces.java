package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.slf4j.LoggerFactory;

/**
 * Makes shared files for one job: an anonymous memory file where the JVM may call native code (nothing to clean
 * up, no limit of the shared-memory file system), else a file of mode 0600 in /dev/shm or the temporary
 * directory, whichever has room. The whole space is reserved before it is mapped, since a page that cannot be had
 * later is a crash. Any thread.
 */
public final class SharedFilePlaces {
    private static final int ZEROS_BYTES = 1 << 20;
    private static final Path MEMORY_DIRECTORY = Path.of("/dev/shm");
    private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");

    private final String jobId;
    private final Supplier<NativeCalls> calls; // gives null where there is no native access; asked only when needed
    private final List<Path> directories;
    private final AtomicBoolean hasTold = new AtomicBoolean();

    /** Makes the places for a job, with what this machine has. */
    public SharedFilePlaces(String jobId) {
        this(jobId, () -> NativeCalls.INSTANCE, directories());
    }

    SharedFilePlaces(String jobId, Supplier<NativeCalls> calls, List<Path> directories) {
        this.jobId = jobId;
        this.calls = calls;
        this.directories = List.copyOf(directories);
    }

    static List<Path> directories() {
        return List.of(MEMORY_DIRECTORY, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Returns the place that {@link #create} tries first, for {@code sennit info}. */
    public String first() {
        return calls.get() != null
                ? "memory files (memfd)"
                : "files in " + directories.getFirst() + " (no native access: --enable-native-access)";
    }

    /**
     * Makes a file with all its space, filled with zeros. Blocks while the kernel clears the memory.
     *
     * @param bytes how many the users get, at least 1
     * @param arena how long this process keeps it mapped; an automatic one unless the memory is handed to a user
     * @return the file, mapped
     * @throws SennitException NO_MEM when there is no room for it, with how much there is; the
     *     same call may succeed later
     */
    public SharedFile create(long bytes, Arena arena) {
        return create(bytes, arena, new ArrayList<>());
    }

    private SharedFile create(long bytes, Arena arena, List<String> reasons) {
        NativeCalls kernel = calls.get();
        long size = SharedFile.HEADER_BYTES + bytes;
        if (kernel != null) {
            try {
                return createMemoryFile(kernel, size, nonce(), arena);
            } catch (IOException e) {
                reasons.add(e.getMessage());
            }
        }
        for (Path directory : directories) {
            try {
                SharedFile file = createNamedFile(directory, size, nonce(), arena);
                tellOfNames(directory, reasons);
                return file;
            } catch (IOException | RuntimeException e) {
                reasons.add(directory + ": " + e.getMessage());
            }
        }
        throw new SennitException(
                ErrorClass.NO_MEM,
                "no room for shared memory: bytes=" + bytes + " (" + String.join("; ", reasons) + ")");
    }

    /** Logs once that files have names, which stay behind a process that is killed until the next job of this user. */
    private void tellOfNames(Path directory, List<String> reasons) {
        if (!reasons.isEmpty() && hasTold.compareAndSet(false, true)) {
            LoggerFactory.getLogger(SharedFilePlaces.class)
                    .warn("shared memory lies in named files in {}: {}", directory, String.join("; ", reasons));
        }
    }

    /**
     * The same for a file that one peer opens and then no other process: where memory is a file system and has room, a
     * file there whose name is taken away at once, so that nothing is left of a killed process either. The native calls
     * for a memory file take a JVM that makes none 150 ms of processor time to link, a fifth of what its start takes.
     *
     * @param bytes how many the users get, at least 1
     * @param arena how long this process keeps it mapped
     * @return the file, mapped; until it is unlinked it keeps a descriptor open
     * @throws SennitException NO_MEM as {@link #create}
     */
    public SharedFile createForPair(long bytes, Arena arena) {
        List<String> reasons = new ArrayList<>();
        if (directories.contains(MEMORY_DIRECTORY)) {
            try {
                return createNamelessFile(MEMORY_DIRECTORY, SharedFile.HEADER_BYTES + bytes, nonce(), arena);
            } catch (IOException | RuntimeException e) {
                reasons.add(MEMORY_DIRECTORY + ": " + e.getMessage());
            }
        }
        return create(bytes, arena, reasons);
    }

    private static byte[] nonce() {
        return Entropy.bytes(SharedFile.NONCE_BYTES);
    }

    private static SharedFile createMemoryFile(NativeCalls calls, long size, byte[] nonce, Arena arena)
            throws IOException {
        checkRoom("memory", AvailableMemory.bytes(), size);
        int fd = calls.createMemoryFile("sennit");
        if (fd < 0) {
            throw new IOException("memfd_create: errno=" + -fd);
        }
        boolean isMade = false;
        try {
            int error = calls.reserve(fd, size);
            if (error != 0) {
                throw new IOException("memfd: cannot reserve bytes=" + size + " errno=" + error);
            }
            calls.sealLength(fd);
            SharedFileOffer offer =
                    SharedFileOffer.ofMemoryFile(ProcessHandle.current().pid(), fd, size, nonce);
            try (FileChannel channel = FileChannel.open(
                    Path.of("/proc/self/fd/" + fd), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                writeNonce(channel, nonce);
                SharedFile file = SharedFile.map(channel, offer, arena, () -> calls.close(fd));
                isMade = true;
                return file;
            }
        } finally {
            if (!isMade) {
                calls.close(fd);
            }
        }
    }

    private SharedFile createNamedFile(Path directory, long size, byte[] nonce, Arena arena) throws IOException {
        checkRoom(directory, size);
        Path path = directory.resolve(SharedFileName.fresh(jobId).text());
        boolean isMade = false;
        try (FileChannel channel = createFile(path)) {
            writeZeros(channel, size);
            writeNonce(channel, nonce);
            SharedFile file = SharedFile.map(
                    channel, SharedFileOffer.ofFile(path, size, nonce), arena, () -> SharedFileOffer.delete(path));
            isMade = true;
            return file;
        } finally {
            if (!isMade) {
                Files.deleteIfExists(path);
            }
        }
    }

    private SharedFile createNamelessFile(Path directory, long size, byte[] nonce, Arena arena) throws IOException {
        checkRoom(directory, size);
        Path path = directory.resolve(SharedFileName.fresh(jobId).text());
        FileChannel channel = createFile(path);
        boolean isMade = false;
        try {
            int fd;
            try {
                fd = descriptorOf(path);
            } finally {
                Files.deleteIfExists(path);
            }
            writeZeros(channel, size);
            writeNonce(channel, nonce);
            SharedFileOffer offer =
                    SharedFileOffer.ofMemoryFile(ProcessHandle.current().pid(), fd, size, nonce);
            SharedFile file = SharedFile.map(channel, offer, arena, () -> close(channel));
            isMade = true;
            return file;
        } finally {
            if (!isMade) {
                channel.close();
            }
        }
    }

    private static FileChannel createFile(Path path) throws IOException {
        return FileChannel.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Returns the descriptor of a file that only this process has open. */
    private static int descriptorOf(Path path) throws IOException {
        Path real = path.toRealPath();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OWN_DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                if (real.equals(target(descriptor))) {
                    return Integer.parseInt(descriptor.getFileName().toString());
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        throw new IOException("no descriptor of it in " + OWN_DESCRIPTORS);
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException closedMeanwhile) {
            return null;
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException nothingIsLeftOfItAnyway) {
            return;
        }
    }

    /** Checks for room in the file system, and in memory where the file system is one of memory. */
    private static void checkRoom(Path directory, long size) throws IOException {
        checkRoom("space", Files.getFileStore(directory).getUsableSpace(), size);
        if (directory.equals(MEMORY_DIRECTORY)) {
            checkRoom("memory", AvailableMemory.bytes(), size);
        }
    }

    private static void checkRoom(String what, long free, long size) throws IOException {
        if (free < size) {
            throw new IOException("free " + what + "=" + free + " bytes");
        }
    }

    private static void writeNonce(FileChannel channel, byte[] nonce) throws IOException {
        channel.write(ByteBuffer.wrap(nonce), 0);
    }

    /** Writes every byte: the space of a hole in a file may be taken by others. */
    private static void writeZeros(FileChannel channel, long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, size));
        for (long done = 0; done < size; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), size - done));
            done += channel.write(zeros, done);
        }
    }
}
