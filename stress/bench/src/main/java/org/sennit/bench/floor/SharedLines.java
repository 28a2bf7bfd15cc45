package org.sennit.bench.floor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A few cache lines that two threads see, in one JVM or, as a mapped file, in two. The offsets below are all there are;
 * each word is written by one side only, but for the probe's.
 *
 * <p>Threads: any. A waiting thread spins with one pause, and yields after a long while, so that the benchmark ends
 * where there is one processor only.
 */
public final class SharedLines {
    /** Length of the lines in bytes; the file of the C peers' probe is as long. */
    public static final int LENGTH_BYTES = 4096;

    /** Length of the rings behind them, one for each direction, as {@link MappedFloor} uses them. */
    public static final int RING_BYTES = 256 * 1024;

    /** Length of a file that two processes map. */
    public static final int FILE_BYTES = LENGTH_BYTES + 2 * RING_BYTES;

    static final long PROBE_OFFSET = 0;
    static final long LEADER_OFFSET = 256;
    static final long FOLLOWER_OFFSET = 512;
    static final long PORT_OFFSET = 768;
    static final long HEAD_OFFSET = 1024; // of the ring 0 or 1: how many blocks are filled, each ring 256 bytes further
    static final long TAIL_OFFSET = 1536; // how many are emptied
    static final long RING_STRIDE = 256;
    static final long DECISION_OFFSET = 2048; // of the probe's leader

    private static final int LINE_BYTES = 128;
    private static final int SPINS_BEFORE_YIELD = 1 << 16;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;

    private SharedLines(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Lines for two threads of this JVM.
     *
     * @return new lines, all zero
     */
    public static SharedLines inProcess() {
        return new SharedLines(Arena.ofAuto().allocate(LENGTH_BYTES, LINE_BYTES));
    }

    /**
     * Lines in a file, for threads of different processes.
     *
     * @param file a file of {@link #FILE_BYTES} zero bytes; may be deleted once both sides have mapped it
     * @throws UncheckedIOException where the file cannot be mapped
     */
    public static SharedLines mapped(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedLines(channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES, Arena.ofAuto()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns one of the rings; of mapped lines only. */
    MemorySegment ring(int which) {
        return memory.asSlice(LENGTH_BYTES + (long) which * RING_BYTES, RING_BYTES);
    }

    /** Publishes a word. Pairs with {@link #getAcquire} and {@link #awaitAtLeast} of the other side. */
    void setRelease(long offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    /** Reads a word. Pairs with {@link #setRelease}. */
    long getAcquire(long offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    /** Spins until the word is at least a value. Pairs with {@link #setRelease}. */
    void awaitAtLeast(long offset, long value) {
        int spins = 0;
        while ((long) LONG.getAcquire(memory, offset) < value) {
            Thread.onSpinWait();
            if (++spins > SPINS_BEFORE_YIELD) {
                Thread.yield();
            }
        }
    }
}
