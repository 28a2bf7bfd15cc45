package org.sennit.conformance.random;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bytes of a message, which a number determines: two messages differ at nearly every byte. */
final class MessageBytes {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long number;
    private long position;

    MessageBytes(long number) {
        this.number = number * 0x9E3779B97F4A7C15L;
    }

    /** Writes the next bytes of the message. */
    void next(byte[] to, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            long word = word();
            int done = (int) (position & 7);
            if (done == 0 && end - at >= Long.BYTES) {
                WORDS.set(to, at, word);
                at += Long.BYTES;
                position += Long.BYTES;
            } else {
                to[at++] = (byte) (word >>> 8 * done);
                position++;
            }
        }
    }

    private long word() {
        long mixed = (number + (position >>> 3)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 31) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 29;
    }
}
