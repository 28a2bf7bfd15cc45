package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The channel that a sender announces in the cookie of RTS, as its receiver sees it. Filled for
 * one message after the other.
 *
 * <pre>
 *   pair | -1                                                     | the sender's memory (MemoryOffer), if it offers any
 *   pair | channel | number of the channel's message | first slot | ...
 *   8 bytes each
 * </pre>
 *
 * <p>The pair is that of the shared memory in which the channel lies: a connection may have ended in order, and have
 * other memory, when the message is matched.
 */
final class AnnouncedChannel {
    private static final int NONE_BYTES = 2 * Long.BYTES;
    private static final int CHANNEL_BYTES = 4 * Long.BYTES;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long NONE = -1;

    private SlotChannel channel; // null: none
    private long message;
    private long firstSlot;

    /**
     * Returns the bytes before the offer of memory.
     *
     * @param ticket the channel; null: none
     */
    static int lengthBytes(ChannelPool.Ticket ticket) {
        return ticket == null ? NONE_BYTES : CHANNEL_BYTES;
    }

    /**
     * Writes the channel of a ticket.
     *
     * @param ticket the channel; null: none
     */
    static void write(MemorySegment cookie, long pair, ChannelPool.Ticket ticket) {
        cookie.set(WORD, 0, pair);
        cookie.set(WORD, Long.BYTES, ticket == null ? NONE : ticket.channel().index());
        if (ticket != null) {
            cookie.set(WORD, 2 * Long.BYTES, ticket.message());
            cookie.set(WORD, 3 * Long.BYTES, ticket.firstSlot());
        }
    }

    /**
     * Reads a channel; there is none where the cookie is of another pair.
     *
     * @param cookie null: nothing has been announced
     * @param channels those of the area, by number; null where they are not the sender's
     * @return where the offer of memory begins
     */
    long read(MemorySegment cookie, long pair, SlotChannel[] channels) {
        channel = null;
        if (cookie == null) {
            return 0;
        }
        long length = cookie.byteSize();
        long index = length < NONE_BYTES ? NONE : cookie.get(WORD, Long.BYTES);
        int bytes = index == NONE ? NONE_BYTES : CHANNEL_BYTES;
        if (length < bytes) {
            throw new SennitException(ErrorClass.NETWORK, "not a cookie of a sender: length=" + length);
        }
        if (index == NONE || cookie.get(WORD, 0) != pair) {
            return bytes;
        }
        if (index < 0 || index >= channels.length || channels[(int) index] == null) {
            throw new SennitException(
                    ErrorClass.NETWORK, "not a cookie of a sender: channel=" + index + " channels=" + channels.length);
        }
        channel = channels[(int) index];
        message = cookie.get(WORD, 2 * Long.BYTES);
        firstSlot = cookie.get(WORD, 3 * Long.BYTES);
        return bytes;
    }

    /** Goes in; false when nothing was announced, or the sender has taken it back. */
    boolean enter() {
        return channel != null && channel.enter(message);
    }

    SlotChannel channel() {
        return channel;
    }

    long message() {
        return message;
    }

    long firstSlot() {
        return firstSlot;
    }
}
