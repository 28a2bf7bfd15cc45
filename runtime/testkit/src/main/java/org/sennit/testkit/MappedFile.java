package org.sennit.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is mapped whole, and can be made shorter than its mapping. The memory is for any thread. */
public final class MappedFile implements AutoCloseable {
    /**
     * Number of calls with sound memory after which C2 has compiled what they call, or does so soon: then the JVM's
     * error about a lost page is asynchronous.
     */
    public static final int WARM = 12_000;

    /** Number of calls afterwards with the file cut short, most of which are compiled. */
    public static final int FAULTS = 3000;

    private final Path path;
    private final FileChannel channel;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    /** Makes a temporary file of zeros. */
    public MappedFile(long bytes) {
        try {
            path = Files.createTempFile("sennit-mapped", ".bin");
            channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the mapping. */
    public MemorySegment memory() {
        return memory;
    }

    /** Cuts the file short; the mapping stays as long as it is. */
    public void truncate(long bytes) {
        try {
            channel.truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the file as long as its mapping again; what was cut off is zero. */
    public void restore() {
        try {
            if (channel.size() < memory.byteSize()) {
                channel.write(ByteBuffer.allocate(1), memory.byteSize() - 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unmaps the file and deletes it. */
    @Override
    public void close() {
        arena.close();
        try {
            channel.close();
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
