package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The cookie of CTS: the mode that the receiver has chosen, and what the sender needs for it. Filled for
 * one message after the other.
 *
 * <pre>
 *   pair | mode | channel | number of the channel's message | first slot | bytes of a block | memory of the receiver
 *   (MemoryOffer) ... 8 bytes each
 * </pre>
 *
 * <p>The pair is that of the shared memory for which the receiver has answered: a connection may have ended in order,
 * and have other memory, when CTS comes; the channels of that are not meant.
 */
final class ClearCookie {
    private static final TransferMode[] MODES = TransferMode.values();
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int WORDS_BYTES = 6 * Long.BYTES;
    private static final int NO_CHANNEL = -1;
    private static final int ANNOUNCED_CHANNEL = -2;

    private TransferMode mode;
    private int channel; // negative in modes without one, and for the one that the sender has announced
    private long message; // number of the channel's message, for the door
    private long firstSlot; // counted from the beginning of the connection
    private long blockBytes; // the size of the blocks that are claimed

    TransferMode mode() {
        return mode;
    }

    int channel() {
        return channel;
    }

    long message() {
        return message;
    }

    long firstSlot() {
        return firstSlot;
    }

    long blockBytes() {
        return blockBytes;
    }

    /** Sets a mode without a channel. */
    ClearCookie without(TransferMode chosen) {
        return withoutNumbers(chosen, NO_CHANNEL);
    }

    /** Sets the mode through the channel that the sender has announced. */
    ClearCookie throughAnnounced() {
        return withoutNumbers(TransferMode.RING, ANNOUNCED_CHANNEL);
    }

    private ClearCookie withoutNumbers(TransferMode chosen, int ofChannel) {
        mode = chosen;
        channel = ofChannel;
        message = 0;
        firstSlot = 0;
        blockBytes = 0;
        return this;
    }

    boolean isThroughAnnounced() {
        return mode == TransferMode.RING && channel == ANNOUNCED_CHANNEL;
    }

    /** Sets a mode through a channel. */
    ClearCookie through(TransferMode chosen, ChannelPool.Ticket ticket, long bytesOfABlock) {
        mode = chosen;
        channel = ticket.channel().index();
        message = ticket.message();
        firstSlot = ticket.firstSlot();
        blockBytes = bytesOfABlock;
        return this;
    }

    /**
     * Returns the cookie's bytes, in memory that is to be given back.
     *
     * @param pair what both sides call the memory that the connection has at the receiver
     * @param memory how the sender reaches the receiver's memory
     */
    MemorySegment write(RecentRooms rooms, long pair, MemoryOffer memory) {
        MemorySegment cookie = rooms.take(WORDS_BYTES + memory.lengthBytes());
        cookie.set(WORD, 0, pair);
        cookie.set(WORD, Long.BYTES, mode.ordinal());
        cookie.set(WORD, 2 * Long.BYTES, channel);
        cookie.set(WORD, 3 * Long.BYTES, message);
        cookie.set(WORD, 4 * Long.BYTES, firstSlot);
        cookie.set(WORD, 5 * Long.BYTES, blockBytes);
        memory.write(cookie, WORDS_BYTES);
        return cookie;
    }

    /**
     * Reads a cookie; nothing in it leads outside the area of the given number of channels, nor into that of another
     * pair.
     *
     * @param memory filled with how the receiver's memory is reached
     */
    ClearCookie read(MemorySegment cookie, long pair, int channels, MemoryOffer memory) {
        if (cookie == null || cookie.byteSize() < WORDS_BYTES) {
            throw wrong("length=" + (cookie == null ? 0 : cookie.byteSize()));
        }
        if (cookie.get(WORD, 0) != pair) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "the receiver has answered for shared memory that is not the connection's any more");
        }
        long number = cookie.get(WORD, Long.BYTES);
        long index = cookie.get(WORD, 2 * Long.BYTES);
        long bytes = cookie.get(WORD, 5 * Long.BYTES);
        if (number < 0 || number >= MODES.length) {
            throw wrong("mode=" + number);
        }
        TransferMode known = MODES[(int) number];
        boolean isChannelKnown =
                index >= 0 && index < channels || known == TransferMode.RING && index == ANNOUNCED_CHANNEL;
        if (known.needsChannel() && !isChannelKnown || known == TransferMode.BOTH && bytes < 1) {
            throw wrong("mode=" + known + " channel=" + index + " channels=" + channels + " blockBytes=" + bytes);
        }
        mode = known;
        channel = (int) index;
        message = cookie.get(WORD, 3 * Long.BYTES);
        firstSlot = cookie.get(WORD, 4 * Long.BYTES);
        blockBytes = bytes;
        memory.read(cookie, WORDS_BYTES);
        return this;
    }

    private static SennitException wrong(String what) {
        return new SennitException(ErrorClass.NETWORK, "not a cookie of a receiver: " + what);
    }
}
