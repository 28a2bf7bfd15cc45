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
 *   pair | channel, -1 for none | number of the channel's message | first slot | memory of the sender (MemoryOffer), if
 *   it offers any 8 bytes each
 * </pre>
 *
 * <p>The pair is that of the shared memory in which the channel lies: a connection may have ended in order, and have
 * other memory, when the message is matched.
 */
final class AnnouncedChannel {
    /** Bytes before the offer of memory. */
    static final int WORDS_BYTES = 4 * Long.BYTES;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long NONE = -1;

    private SlotChannel channel; // null: none
    private long message;
    private long firstSlot;

    /**
     * Writes the channel of a ticket.
     *
     * @param ticket the channel; null: none
     */
    static void write(MemorySegment cookie, long pair, ChannelPool.Ticket ticket) {
        cookie.set(WORD, 0, pair);
        cookie.set(WORD, Long.BYTES, ticket == null ? NONE : ticket.channel().index());
        cookie.set(WORD, 2 * Long.BYTES, ticket == null ? 0 : ticket.message());
        cookie.set(WORD, 3 * Long.BYTES, ticket == null ? 0 : ticket.firstSlot());
    }

    /**
     * Reads a channel; there is none where the cookie is of another pair.
     *
     * @param cookie null: nothing has been announced
     * @param channels those of the area, by number; null where they are not the sender's
     */
    void read(MemorySegment cookie, long pair, SlotChannel[] channels) {
        channel = null;
        if (cookie == null) {
            return;
        }
        if (cookie.byteSize() < WORDS_BYTES) {
            throw new SennitException(ErrorClass.NETWORK, "not a cookie of a sender: length=" + cookie.byteSize());
        }
        long index = cookie.get(WORD, Long.BYTES);
        if (index == NONE || cookie.get(WORD, 0) != pair) {
            return;
        }
        if (index < 0 || index >= channels.length || channels[(int) index] == null) {
            throw new SennitException(
                    ErrorClass.NETWORK, "not a cookie of a sender: channel=" + index + " channels=" + channels.length);
        }
        channel = channels[(int) index];
        message = cookie.get(WORD, 2 * Long.BYTES);
        firstSlot = cookie.get(WORD, 3 * Long.BYTES);
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
