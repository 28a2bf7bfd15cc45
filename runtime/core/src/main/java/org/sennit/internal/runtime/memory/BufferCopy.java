package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies of short messages between a network's buffer and {@link OwnMemory} without a segment view of the buffer, which
 * would be a fresh object for each message.
 */
public final class BufferCopy {
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    /** Up to here in words, as in {@link ArrayCopy}. */
    static final int WORDS_UP_TO = 96;

    private BufferCopy() {}

    /**
     * Copies out of a buffer.
     *
     * @param bytes the buffer, of any byte order
     * @param at where to begin in it, not before its position
     * @param own the runtime's memory
     * @param to where in it
     * @param length the length in bytes
     */
    public static void copyFrom(ByteBuffer bytes, int at, MemorySegment own, long to, int length) {
        if (length > WORDS_UP_TO) {
            MemorySegment.copy(MemorySegment.ofBuffer(bytes), at - bytes.position(), own, to, length);
            return;
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, to + i, (long) WORD.get(bytes, at + i));
        }
        for (; i < length; i++) {
            own.set(ValueLayout.JAVA_BYTE, to + i, bytes.get(at + i));
        }
    }
}
