package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Takes the payload of one packet in the pieces in which it arrives. Runs with the loop held; ends with exactly one of
 * {@link #complete}, {@link #failed} and {@link #roomLost}.
 */
public interface PayloadSink {
    /**
     * Takes the next bytes of the payload.
     *
     * @param bytes at least one byte between position and limit, valid during the call only; whether the position is
     *     moved does not matter
     */
    void accept(ByteBuffer bytes);

    /**
     * Returns the memory for the next bytes of the payload, so that a network can put them there itself. It writes
     * there until it says so by {@link #filled} or {@link #roomLost}, one of which it calls before anything else.
     *
     * @param mostBytes the number that it may have; no more than are missing
     * @return memory without gaps that any thread may write, for {@link #roomBytes} at {@link #roomOffset} of it; null
     *     to be given the bytes by {@link #accept}
     */
    default MemorySegment room(long mostBytes) {
        return null;
    }

    /**
     * Returns the offset of the room in the memory that {@link #room} has returned.
     *
     * @return bytes; 0 unless a sink says otherwise
     */
    default long roomOffset() {
        return 0;
    }

    /**
     * Returns the length of the room that {@link #room} has returned.
     *
     * @return bytes; what lies behind the end of the memory is none
     */
    default long roomBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * Called when bytes have been put at the beginning of the {@link #room}; they are not accepted again. The network
     * writes there no more.
     *
     * @param bytes the length in bytes; 0 for none
     */
    default void filled(long bytes) {
        throw new UnsupportedOperationException("a sink without room has been filled");
    }

    /**
     * Called when the system cannot write to {@link #room}; ends it as {@link #failed} does.
     *
     * @param cause why
     */
    default void roomLost(Throwable cause) {
        failed(cause);
    }

    /** Called when the payload is whole. */
    void complete();

    /**
     * Called when the connection ended before the payload was whole.
     *
     * @param cause what ended it
     */
    void failed(Throwable cause);
}
