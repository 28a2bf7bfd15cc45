package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.runtime.memory.BufferMemory;
import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;

/**
 * The cookie of a packet that is arriving over one connection, assembled so that the network module gets it in one
 * piece. One for each connection, used with its upcalls.
 */
public final class CookieArrival implements PayloadSink {
    /** The longest cookie; checked before memory is allocated for one. */
    static final int MAX_COOKIE_BYTES = 1 << 20;

    /** Longest cookie for which memory is kept; longer ones get memory of their own. */
    private static final int KEPT_BYTES = 4096;

    /** Gets the cookie. */
    public interface Taker {
        /**
         * Called when the cookie is complete.
         *
         * @param cookie valid during the call only
         */
        void take(MemorySegment cookie);
    }

    private final RecentRooms rooms = new RecentRooms();
    private final BufferMemory arriving = new BufferMemory();
    private MemorySegment cookie;
    private boolean isKept; // returned to the kept memory
    private long filledBytes;
    private Taker taker;

    /**
     * Checks the length of a cookie before memory is allocated for it.
     *
     * @param payloadBytes its length in bytes
     * @return the same length
     */
    public static int checkedLength(long payloadBytes) {
        if (payloadBytes > MAX_COOKIE_BYTES) {
            throw new SennitException(
                    ErrorClass.NETWORK, "bad packet, cookie length=" + payloadBytes + " most=" + MAX_COOKIE_BYTES);
        }
        return (int) payloadBytes;
    }

    /**
     * Begins a cookie that is put into the taker's own memory.
     *
     * @param by gets the cookie
     */
    public CookieArrival begin(MemorySegment own, Taker by) {
        cookie = own;
        isKept = false;
        filledBytes = 0;
        taker = by;
        return this;
    }

    /**
     * Begins a cookie of a length that has been checked.
     *
     * @param by gets the cookie
     */
    public CookieArrival begin(int bytes, Taker by) {
        begin(rooms.take(bytes), by);
        isKept = bytes <= KEPT_BYTES;
        return this;
    }

    /**
     * Copies a cookie that has arrived as a whole to the taker's own memory.
     *
     * @param fragment in which it lies
     * @param at where it begins there
     * @param own as long as the cookie
     */
    public void copy(ByteBuffer fragment, int at, MemorySegment own) {
        MemorySegment.copy(arriving.of(fragment), at, own, 0, own.byteSize());
    }

    @Override
    public void accept(ByteBuffer bytes) {
        int n = bytes.remaining();
        MemorySegment.copy(arriving.of(bytes), bytes.position(), cookie, filledBytes, n);
        filledBytes += n;
    }

    @Override
    public void complete() {
        Taker by = taker;
        MemorySegment whole = cookie;
        taker = null;
        cookie = null;
        boolean isRoom = isKept;
        by.take(whole);
        if (isRoom) {
            rooms.give(whole);
        }
    }

    @Override
    public void failed(Throwable cause) { // its operation fails with the connection
        taker = null;
        cookie = null;
    }
}
