package org.sennit.internal.endpoints.am.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.active.ActiveVector;
import org.sennit.internal.runtime.memory.MappedFaults;

/** For checked mode: a hash of the contents of memory, by which a change is detected. Stateless; any thread. */
public final class MemoryDigest {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private MemoryDigest() {}

    /** Returns the digest of the data of a vector, and of a header. */
    public static long of(MemorySegment header, ActiveVector data) {
        long digest = of(header, 0, header.byteSize(), 0);
        for (int i = 0; i < data.pieces(); i++) {
            digest = of(data.memory(i), data.offsetBytes(i), data.pieceBytes(i), digest);
        }
        return digest;
    }

    /**
     * Returns the digest of consecutive bytes.
     *
     * @param memory in which they lie
     * @param offset of the first one
     * @param bytes how many
     * @return a number that other contents of the same length rarely have
     * @throws InternalError when the memory is a mapped file that was cut short
     */
    public static long of(MemorySegment memory, long offset, long bytes) {
        return of(memory, offset, bytes, 0);
    }

    private static long of(MemorySegment memory, long offset, long bytes, long before) {
        long digest = before;
        long at = offset;
        long end = offset + bytes;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            digest = (digest ^ memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at)) * FACTOR;
            digest ^= digest >>> Integer.SIZE;
        }
        for (; at < end; at++) {
            digest = (digest ^ memory.get(ValueLayout.JAVA_BYTE, at)) * FACTOR;
            digest ^= digest >>> Integer.SIZE;
        }
        MappedFaults.throwPending(memory);
        return digest;
    }
}
