package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.shm.mapped.memory.EternalMemory;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.internal.shm.mapped.memory.SharedHeap;
import org.sennit.internal.shm.mapped.memory.SharedRegion;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * How one side's memory of a message can be reached from the other process, as it stands in a cookie. Both are on one host, so
 * numbers are in the machine's order.
 *
 * <pre>
 *   NONE      0
 *   ADDRESS   1 | pid | address of the offering process's nonce | address
 *   REGION    2 | id  | 0                                       | offset  | text of the region's file, to the end
 *   8 bytes each
 * </pre>
 *
 * @param kind one of the three
 * @param owner pid, or id of the region
 * @param nonceAddress where the offering process has mapped the nonce of its outgoing area; 0 for a region
 * @param place address, or offset in the region
 * @param text how to open the region; empty for an address
 */
record MemoryOffer(Kind kind, long owner, long nonceAddress, long place, String text) {
    /** What the other process can do with the memory. */
    enum Kind {
        /** Nothing: it lies on the heap, has gaps, or can be closed at any time. */
        NONE,
        /** Have it copied by the kernel. */
        ADDRESS,
        /** Map it. */
        REGION
    }

    static final MemoryOffer NOTHING = new MemoryOffer(Kind.NONE, 0, 0, 0, "");
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int WORDS_BYTES = 4 * Long.BYTES;

    /** Describes the memory of an operation. */
    static MemoryOffer of(LargeMessageOperation operation, SharedHeap heap, MemorySegment outgoing) {
        MemorySegment memory = operation.memory();
        if (memory == null || !memory.isNative()) {
            return NOTHING;
        }
        SharedRegion region = heap.find(memory);
        if (region != null) {
            return new MemoryOffer(
                    Kind.REGION,
                    region.id(),
                    0,
                    region.offsetOf(memory),
                    region.file().describe());
        }
        if (KernelCopy.INSTANCE == null || !EternalMemory.is(memory)) {
            return NOTHING;
        }
        return new MemoryOffer(Kind.ADDRESS, ProcessHandle.current().pid(), outgoing.address(), memory.address(), "");
    }

    byte[] bytes() {
        if (kind == Kind.NONE) {
            return new byte[Long.BYTES];
        }
        byte[] letters = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[WORDS_BYTES + letters.length];
        MemorySegment cookie = MemorySegment.ofArray(bytes);
        cookie.set(WORD, 0, kind.ordinal());
        cookie.set(WORD, Long.BYTES, owner);
        cookie.set(WORD, 2 * Long.BYTES, nonceAddress);
        cookie.set(WORD, 3 * Long.BYTES, place);
        System.arraycopy(letters, 0, bytes, WORDS_BYTES, letters.length);
        return bytes;
    }

    /** Reads an offer out of a cookie; null: there is none. */
    static MemoryOffer read(MemorySegment cookie) {
        if (cookie == null || cookie.byteSize() < Long.BYTES || cookie.get(WORD, 0) == Kind.NONE.ordinal()) {
            return NOTHING;
        }
        long kind = cookie.get(WORD, 0);
        if (kind < 0 || kind >= Kind.values().length || cookie.byteSize() < WORDS_BYTES) {
            throw new SennitException(
                    ErrorClass.NETWORK, "not an offer of memory: kind=" + kind + " length=" + cookie.byteSize());
        }
        byte[] letters = cookie.asSlice(WORDS_BYTES).toArray(ValueLayout.JAVA_BYTE);
        Kind known = Kind.values()[(int) kind];
        return new MemoryOffer(
                known,
                cookie.get(WORD, Long.BYTES),
                cookie.get(WORD, 2 * Long.BYTES),
                cookie.get(WORD, 3 * Long.BYTES),
                new String(letters, StandardCharsets.UTF_8));
    }
}
