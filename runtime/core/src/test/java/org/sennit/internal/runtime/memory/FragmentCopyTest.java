package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.AllocatedBytes;

class FragmentCopyTest {
    private static final int BYTES = 4096;

    private final FragmentCopy copy = new FragmentCopy();
    private final byte[] got = new byte[BYTES + 2];
    private final MemorySegment own = MemorySegment.ofArray(got);

    private static ByteBuffer filled(ByteBuffer buffer, long seed) {
        byte[] all = new byte[buffer.capacity()];
        new Random(seed).nextBytes(all);
        return buffer.put(0, all);
    }

    private void check(ByteBuffer from, int at, int length) {
        own.fill((byte) 0);
        copy.copyFrom(from, at, own, 1, length);
        for (int i = 0; i < got.length; i++) {
            boolean isCopied = i >= 1 && i <= length;
            assertEquals(isCopied ? from.get(at + i - 1) : 0, got[i], "i=" + i + " at=" + at + " length=" + length);
        }
    }

    @Test
    void whatIsCopiedIsAtTheOffsetWhereverTheBufferHasItsPosition() {
        ByteBuffer direct = filled(ByteBuffer.allocateDirect(2 * BYTES), 1);
        ByteBuffer heap = filled(ByteBuffer.allocate(2 * BYTES), 2);
        for (ByteBuffer each : new ByteBuffer[] {direct, direct, heap, heap, direct, heap, heap, heap}) {
            for (int position : new int[] {0, 64, 1000}) {
                each.limit(2 * BYTES).position(position);
                check(each, position + 7, 8);
                check(each, position + 7, BufferCopy.WORDS_UP_TO);
                check(each, position + 7, BufferCopy.WORDS_UP_TO + 1);
                each.limit(position + BYTES); // a shorter fragment, before a longer one
                check(each, position, BYTES);
                each.limit(2 * BYTES);
                check(each, 2 * BYTES - 1000, 1000);
            }
        }
    }

    @Test
    void slicesOfABufferAreBuffersOfTheirOwn() {
        ByteBuffer whole = filled(ByteBuffer.allocateDirect(4 * BYTES), 3);
        for (int i = 0; i < 4; i++) {
            ByteBuffer slice = whole.slice(i * 1000, 2 * BYTES);
            check(slice, 0, BYTES);
            check(slice, 100, BYTES);
            check(slice, 200, BYTES);
        }
    }

    @Test
    void freedMemoryIsNotRead() {
        ByteBuffer from;
        try (Arena arena = Arena.ofShared()) {
            from = arena.allocate(2 * BYTES).asByteBuffer();
            check(from, 0, BYTES);
            check(from, 0, BYTES);
        }
        assertThrows(IllegalStateException.class, () -> copy.copyFrom(from, 0, own, 0, BYTES));
    }

    @Test
    void buffersThatComeAgainNeedNoViewMore() {
        ByteBuffer from = filled(ByteBuffer.allocateDirect(2 * BYTES), 4);
        ByteBuffer other = from.duplicate();
        for (int i = 0; i < 100; i++) {
            copy.copyFrom(from, i, own, 0, BYTES);
            copy.copyFrom(other, i, own, 0, BYTES);
        }
        long least = Long.MAX_VALUE; // the runtime may load classes or compile now and then
        for (int window = 0; window < 10; window++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < 100; i++) {
                copy.copyFrom(from, i, own, 0, BYTES);
                copy.copyFrom(other, i, own, 0, BYTES);
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertEquals(0, least);
    }
}
