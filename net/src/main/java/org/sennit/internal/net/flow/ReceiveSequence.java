package org.sennit.internal.net.flow;

import java.nio.ByteBuffer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The last frame received from the peer in one session, over all of its sockets. A frame that comes again is not handed
 * up again, nor is the part of one that had come before its socket broke. Used with the loop held.
 */
public final class ReceiveSequence {
    private long received; // the last whole frame
    private int handedUp; // bytes of the frame behind it that have been handed up
    private long announced; // what has been announced to the peer

    // the DATA frame that is being read from the present socket
    private int remaining;
    private int known; // its first bytes, which have been handed up before
    private boolean isDuplicate;
    private boolean isAckWanted;

    private boolean isAckDue;

    /** Returns the number of the last frame that is whole; 0 before the first. */
    public long received() {
        return received;
    }

    /**
     * Begins with a new socket: its first byte starts a frame, and the handshake has sent the peer the count received.
     */
    public void startSocket() {
        announced = received;
        isAckDue = false;
        remaining = 0;
    }

    /**
     * Begins a DATA frame.
     *
     * @param length its body in bytes
     * @param isAckWanted whether the peer wants an acknowledgement when it is complete
     * @throws SennitException with NETWORK when a frame is missing before it, or it is not the
     *     one that has come in part
     */
    public void begin(long sequence, int length, boolean isAckWanted) {
        this.isAckWanted = isAckWanted;
        isDuplicate = !isNext(sequence);
        remaining = length;
        known = isDuplicate ? 0 : handedUp;
        if (known > length) {
            throw new SennitException(
                    ErrorClass.NETWORK, "bad bytes: frame sequence=" + sequence + " is shorter than before");
        }
    }

    /**
     * Takes bytes of that frame's body. Counts the frame before its last bytes are handed up, so
     * that an answer acknowledges it.
     *
     * @param bytes its position is moved behind what has been handed up before
     * @return true when there is something to hand up
     */
    public boolean take(ByteBuffer bytes) {
        int length = bytes.remaining();
        remaining -= length;
        if (remaining == 0 && isAckWanted) {
            isAckDue = true;
        }
        if (isDuplicate) {
            return false;
        }
        int skipped = Math.min(known, length);
        known -= skipped;
        bytes.position(bytes.position() + skipped);
        if (remaining == 0) {
            received++;
            handedUp = 0;
        } else {
            handedUp += length - skipped;
        }
        return bytes.hasRemaining();
    }

    /**
     * Returns whether all that is left of the present frame's body is to be handed up.
     *
     * @return false when some of it, or all, has come before
     */
    public boolean isAllNew() {
        return !isDuplicate && known == 0;
    }

    /** Counts bytes of the present frame's body, while {@link #isAllNew}, that have gone where they belong. */
    public void take(int bytes) {
        remaining -= bytes;
        if (remaining > 0) {
            handedUp += bytes;
            return;
        }
        isAckDue |= isAckWanted;
        received++;
        handedUp = 0;
    }

    /**
     * Counts a numbered frame without a body.
     *
     * @param isAckWanted whether the peer wants an acknowledgement
     * @return false when it has come before
     * @throws SennitException with NETWORK when a frame is missing before it
     */
    public boolean takeWhole(long sequence, boolean isAckWanted) {
        isAckDue |= isAckWanted;
        if (!isNext(sequence)) {
            return false;
        }
        received++;
        handedUp = 0;
        return true;
    }

    /**
     * Checks how many frames the peer says it has sent before this point of the stream.
     *
     * @param sequence the number of the last one
     * @param isAckWanted whether the peer waits for an acknowledgement
     * @throws SennitException with NETWORK when some of them have not come
     */
    public void expectAll(long sequence, boolean isAckWanted) {
        isAckDue |= isAckWanted;
        if (sequence > received) {
            throw new SennitException(
                    ErrorClass.NETWORK, "frames are lost: received=" + received + " of sequence=" + sequence);
        }
    }

    private boolean isNext(long sequence) {
        if (sequence > received + 1 || sequence < 1) {
            throw new SennitException(
                    ErrorClass.NETWORK, "bad bytes: frame sequence=" + sequence + ", expected " + (received + 1));
        }
        return sequence == received + 1;
    }

    /** Returns the acknowledgement of a frame that is written now, the number of the last frame that is whole. */
    public long announce() {
        announced = received;
        isAckDue = false;
        return received;
    }

    /** Returns whether the peer waits for an acknowledgement; true until {@link #announce}. */
    public boolean isAckDue() {
        return isAckDue;
    }

    /** Returns whether all frames received have been acknowledged to the peer. */
    public boolean isAnnounced() {
        return announced == received;
    }
}
