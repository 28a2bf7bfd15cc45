package org.sennit.internal.net.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is mapped whole, and can be made shorter than its mapping. */
final class MappedFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    MappedFile(long bytes) throws IOException {
        path = Files.createTempFile("sennit-mapped", ".bin");
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel.truncate(0);
        memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }

    MemorySegment memory() {
        return memory;
    }

    void truncate(long bytes) throws IOException {
        channel.truncate(bytes);
    }

    @Override
    public void close() throws IOException {
        arena.close();
        channel.close();
        Files.delete(path);
    }
}
