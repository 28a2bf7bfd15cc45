package org.sennit.internal.net.loop;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/**
 * Asks the system whether it can read or write memory, where a call has failed and the JDK does not tell the number of
 * the error: by a pipe, since a touch by the JVM itself would be a fault. Costs 1 ms a MiB; any thread.
 */
final class MemoryProbe {
    private static final int PAGE_BYTES = 4096;

    private MemoryProbe() {}

    /** Returns whether all of it can be read. */
    static boolean isReadable(MemorySegment memory) {
        ByteBuffer scratch = ByteBuffer.allocateDirect(PAGE_BYTES);
        return isMoved(memory, (sink, source, piece) -> {
            int count = sink.write(piece);
            source.read(scratch.clear().limit(count));
        });
    }

    /** Returns whether all of it can be written; what is in it is lost. */
    static boolean isWritable(MemorySegment memory) {
        ByteBuffer scratch = ByteBuffer.allocateDirect(PAGE_BYTES);
        return isMoved(memory, (sink, source, piece) -> {
            sink.write(scratch.clear().limit(piece.remaining()));
            source.read(piece);
        });
    }

    private static boolean isMoved(MemorySegment memory, Move move) {
        try {
            Pipe pipe = Pipe.open();
            try (Pipe.SourceChannel source = pipe.source();
                    Pipe.SinkChannel sink = pipe.sink()) {
                ByteBuffer all = memory.asByteBuffer();
                while (all.hasRemaining()) {
                    ByteBuffer piece = all.slice(all.position(), Math.min(all.remaining(), PAGE_BYTES));
                    move.through(sink, source, piece);
                    all.position(all.position() + piece.position());
                }
                return true;
            }
        } catch (IOException e) {
            return false;
        }
    }

    /** Moves bytes of a buffer through a pipe, at least one. */
    @FunctionalInterface
    private interface Move {
        void through(Pipe.SinkChannel sink, Pipe.SourceChannel source, ByteBuffer piece) throws IOException;
    }
}
