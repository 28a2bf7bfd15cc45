package org.sennit.internal.shm.mapped.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.shm.mapped.memory.SharedHeap;

/** Memory of a message of one kind, at an odd place between guard bytes. */
final class TestMemory {
    /** The kinds between which the transfer distinguishes. */
    enum Kind {
        HEAP,
        ETERNAL,
        CLOSEABLE,
        SHARED,
        /** Every byte has a gap behind it. */
        GAPS
    }

    private static final byte GUARD = 0x5a;
    private static final int MARGIN = 37;

    final Kind kind;
    private final Arena arena;
    private final MemorySegment all;
    private final long lengthBytes;
    private final int stride;

    TestMemory(Kind kind, long lengthBytes, SharedHeap heap) {
        this.kind = kind;
        this.lengthBytes = lengthBytes;
        this.stride = kind == Kind.GAPS ? 2 : 1;
        this.arena = switch (kind) {
            case HEAP, GAPS -> null;
            case ETERNAL -> Arena.ofAuto();
            case CLOSEABLE -> Arena.ofShared();
            case SHARED -> heap.newArena();
        };
        long bytes = lengthBytes * stride + 2 * MARGIN;
        this.all = arena == null ? MemorySegment.ofArray(new byte[(int) bytes]) : arena.allocate(bytes, 1);
        all.fill(GUARD);
    }

    void close() {
        arena.close();
    }

    boolean isCloseable() {
        return kind == Kind.CLOSEABLE || kind == Kind.SHARED;
    }

    long lengthBytes() {
        return lengthBytes;
    }

    void fill(long seed) {
        for (long i = 0; i < lengthBytes; i++) {
            all.set(ValueLayout.JAVA_BYTE, MARGIN + i * stride, byteAt(seed, i));
        }
    }

    private static byte byteAt(long seed, long i) {
        return (byte) ((seed + i / 8) * 0x9e3779b97f4a7c15L >>> 8 * (i % 8));
    }

    void assertHolds(long seed, long bytes) {
        for (long i = 0; i < all.byteSize(); i++) {
            long place = i - MARGIN;
            boolean isMessage = place >= 0 && place % stride == 0 && place / stride < bytes;
            byte expected = isMessage ? byteAt(seed, place / stride) : GUARD;
            byte is = all.get(ValueLayout.JAVA_BYTE, i);
            if (is != expected) {
                assertEquals(expected, is, "place=" + place + " bytes=" + bytes + " kind=" + kind);
            }
        }
    }

    MemorySegment whole(long bytes) {
        return stride == 1 ? all.asSlice(MARGIN, bytes) : null;
    }

    void read(long from, MemorySegment target, long targetOffset, long bytes) {
        for (long i = 0; stride > 1 && i < bytes; i++) {
            target.set(
                    ValueLayout.JAVA_BYTE,
                    targetOffset + i,
                    all.get(ValueLayout.JAVA_BYTE, MARGIN + (from + i) * stride));
        }
        if (stride == 1) {
            MemorySegment.copy(all, MARGIN + from, target, targetOffset, bytes);
        }
    }

    void write(long to, MemorySegment source, long sourceOffset, long bytes) {
        for (long i = 0; stride > 1 && i < bytes; i++) {
            all.set(
                    ValueLayout.JAVA_BYTE,
                    MARGIN + (to + i) * stride,
                    source.get(ValueLayout.JAVA_BYTE, sourceOffset + i));
        }
        if (stride == 1) {
            MemorySegment.copy(source, sourceOffset, all, MARGIN + to, bytes);
        }
    }
}
