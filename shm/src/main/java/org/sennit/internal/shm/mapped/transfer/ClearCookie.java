package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The cookie of CTS: the way that the receiver has chosen, and what the sender needs for it.
 *
 * <pre>
 *   pair | way | lane | number of the lane's message | first slot | bytes of a block | memory of the receiver (MemoryOffer) ...
 *   8 bytes each
 * </pre>
 *
 * <p>The pair is that of the shared memory for which the receiver has answered: a connection may have ended in order, and have
 * other memory, when CTS comes; the lanes of that are not meant.
 *
 * @param way the way
 * @param lane the lane; −1 for ways without one
 * @param message its message's number, for the door
 * @param firstSlot the number of the first slot, counted from the beginning of the connection
 * @param blockBytes the size of the blocks that are claimed
 * @param memory how the sender reaches the receiver's memory
 */
record ClearCookie(TransferMode way, int lane, long message, long firstSlot, long blockBytes, MemoryOffer memory) {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int WORDS_BYTES = 6 * Long.BYTES;

    static ClearCookie without(TransferMode way, MemoryOffer memory) {
        return new ClearCookie(way, -1, 0, 0, 0, memory);
    }

    /**
     * Returns the cookie's bytes.
     *
     * @param pair what both sides call the memory that the connection has at the receiver
     */
    MemorySegment segment(long pair) {
        byte[] offer = memory.bytes();
        byte[] bytes = new byte[WORDS_BYTES + offer.length];
        MemorySegment cookie = MemorySegment.ofArray(bytes);
        cookie.set(WORD, 0, pair);
        cookie.set(WORD, Long.BYTES, way.ordinal());
        cookie.set(WORD, 2 * Long.BYTES, lane);
        cookie.set(WORD, 3 * Long.BYTES, message);
        cookie.set(WORD, 4 * Long.BYTES, firstSlot);
        cookie.set(WORD, 5 * Long.BYTES, blockBytes);
        System.arraycopy(offer, 0, bytes, WORDS_BYTES, offer.length);
        return cookie;
    }

    /** Reads a cookie; nothing in it leads outside the area of the given number of lanes, nor into that of another pair. */
    static ClearCookie read(MemorySegment cookie, long pair, int lanes) {
        if (cookie == null || cookie.byteSize() < WORDS_BYTES) {
            throw wrong("length=" + (cookie == null ? 0 : cookie.byteSize()));
        }
        if (cookie.get(WORD, 0) != pair) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "the receiver has answered for shared memory that is not the connection's any more");
        }
        long way = cookie.get(WORD, Long.BYTES);
        long lane = cookie.get(WORD, 2 * Long.BYTES);
        long blockBytes = cookie.get(WORD, 5 * Long.BYTES);
        if (way < 0 || way >= TransferMode.values().length) {
            throw wrong("way=" + way);
        }
        TransferMode known = TransferMode.values()[(int) way];
        if (known.needsLane() && (lane < 0 || lane >= lanes) || known == TransferMode.BOTH && blockBytes < 1) {
            throw wrong("way=" + known + " lane=" + lane + " lanes=" + lanes + " blockBytes=" + blockBytes);
        }
        return new ClearCookie(
                known,
                (int) lane,
                cookie.get(WORD, 3 * Long.BYTES),
                cookie.get(WORD, 4 * Long.BYTES),
                blockBytes,
                MemoryOffer.read(cookie.asSlice(WORDS_BYTES)));
    }

    private static SennitException wrong(String what) {
        return new SennitException(ErrorClass.NETWORK, "not a cookie of a receiver: " + what);
    }
}
