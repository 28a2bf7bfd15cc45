package org.sennit.bench.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * The floor of accesses to a window whose memory the origin can reach: the bare access to memory of the same kind by
 * one thread, without a window: a store, a load, a copy, an atomic instruction an element. Stateless; any thread.
 */
public final class AccessFloor {
    /** What it is, for headers. */
    public static final String DESCRIPTION =
            "the bare access by one thread to memory of its own; of random updates by all threads to the same memory";

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int SPREAD_BYTES = 8 * 1024;
    private static final int WARM_UP_CALLS = 200_000;
    private static final int ALIGNMENT = 64;
    private static final int WORD_SHIFT = 3;

    private AccessFloor() {}

    /** What is accessed bare. */
    public enum Kind {
        /** A store, of more than 8 bytes a copy. */
        STORE,
        /** A load, of more than 8 bytes a copy. */
        LOAD,
        /** {@code getAndAdd} of each 8 bytes. */
        ADD,
        /** {@code compareAndExchange} of 8 bytes. */
        SWAP
    }

    /**
     * Measures bare accesses. Blocks.
     *
     * @param sizeBytes bytes of an access
     * @return ns an access
     */
    public static Summary measure(Kind kind, long sizeBytes, Batching batching) {
        long extent = Math.max(1, SPREAD_BYTES / sizeBytes) * sizeBytes;
        MemorySegment memory = Arena.ofAuto().allocate(extent, ALIGNMENT);
        LongConsumer access = access(kind, memory, sizeBytes);
        int warmUp = (int) Math.max(2, Math.min(WARM_UP_CALLS, (64L << 20) / sizeBytes));
        for (int i = 0; i < warmUp; i++) {
            access.accept(i);
        }
        Samples samples = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < batching.iterations(); i++) {
                access.accept(i);
            }
            samples.record((System.nanoTime() - start) / (double) batching.iterations());
        }
        return samples.summary();
    }

    private static LongConsumer access(Kind kind, MemorySegment memory, long sizeBytes) {
        long places = memory.byteSize() / Math.max(1, sizeBytes);
        long[] word = {1};
        MemorySegment own = MemorySegment.ofArray(new long[(int) ((sizeBytes + Long.BYTES - 1) / Long.BYTES)]);
        boolean isWord = sizeBytes == Long.BYTES;
        return switch (kind) {
            case STORE ->
                isWord
                        ? i -> memory.set(ValueLayout.JAVA_LONG, (i & places - 1) << WORD_SHIFT, word[0])
                        : i -> MemorySegment.copy(own, 0, memory, i % places * sizeBytes, sizeBytes);
            case LOAD ->
                isWord
                        ? i -> word[0] = memory.get(ValueLayout.JAVA_LONG, (i & places - 1) << WORD_SHIFT)
                        : i -> MemorySegment.copy(memory, i % places * sizeBytes, own, 0, sizeBytes);
            case ADD ->
                isWord
                        ? i -> word[0] = (long) WORD.getAndAdd(memory, (i & places - 1) << WORD_SHIFT, 1L)
                        : i -> addAll(memory, i % places * sizeBytes, sizeBytes);
            case SWAP ->
                i -> word[0] = (long)
                        WORD.compareAndExchange(memory, (i & memory.byteSize() / Long.BYTES - 1) << WORD_SHIFT, 0L, 0L);
        };
    }

    private static void addAll(MemorySegment memory, long from, long bytes) {
        for (long at = from; at + Long.BYTES <= from + bytes; at += Long.BYTES) {
            long ignored = (long) WORD.getAndAdd(memory, at, 1L);
        }
    }
}
