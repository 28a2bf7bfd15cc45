package org.sennit.internal.endpoints.device.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The credit of this process for eager messages to one endpoint of another process: the bytes of messages (with
 * headers) that the endpoint has not taken out of its queue never exceed the window. Without credit a message goes by
 * rendezvous, so that no thread waits here and no connection stalls. A message whose memory is lost while it waits to
 * be sent gives its room back, unless the receiver has seen a part of it, which then does that.
 *
 * <p>Any thread. Orderings: atomic read-modify-writes, so that no byte is lost; nothing else is read by this number.
 */
public final class CreditWindow extends FrontPadding {
    /** The most that an endpoint keeps, in bytes: some 100 messages of 8 bytes. */
    private static final long MOST_KEPT_BYTES = 8 << 10;

    /** Less is not worth while, in bytes. Rule of thumb, not measured. */
    private static final long LEAST_KEPT_BYTES = 256;

    /** An endpoint keeps no larger part of a window. Rule of thumb, not measured. */
    private static final long FEWEST_PARTS = 64;

    private static final VarHandle FREE =
            FieldHandle.of(MethodHandles.lookup(), CreditWindow.class, "freeBytes", long.class);

    private final long windowBytes;

    @SuppressWarnings("FieldMayBeFinal") // fetch-and-add by senders and by the upcall of CREDIT
    private long freeBytes;

    /**
     * Makes a credit window.
     *
     * @param windowBytes the size of a window in bytes
     */
    public CreditWindow(long windowBytes) {
        this.windowBytes = windowBytes;
        this.freeBytes = windowBytes;
    }

    /**
     * Returns the credit that a message takes.
     *
     * @param lengthBytes the length of the message in bytes
     * @return bytes, with the header
     */
    public static long chargeOf(long lengthBytes) {
        return lengthBytes + PacketDescriptor.HEADER_LENGTH;
    }

    /**
     * Returns whether a message of this length would be let through now; a hint.
     *
     * @param lengthBytes the length of the message in bytes
     */
    public boolean hasRoom(long lengthBytes) {
        return (long) FREE.getOpaque(this) >= chargeOf(lengthBytes);
    }

    /**
     * Takes room for an eager message; false when there is not enough, and nothing is taken.
     *
     * @param lengthBytes the length of the message in bytes
     */
    public boolean take(long lengthBytes) {
        return takeRoom(chargeOf(lengthBytes));
    }

    private boolean takeRoom(long charge) {
        long before = (long) FREE.getAndAdd(this, -charge);
        return before >= charge || hasGivenBack(charge);
    }

    /**
     * Takes room for many messages of one endpoint, while three quarters are free: so what endpoints keep for later
     * stops no other.
     *
     * @return the number of bytes; 0 when there is too little to keep any
     */
    long takeMuch() {
        long much = Math.min(MOST_KEPT_BYTES, windowBytes / FEWEST_PARTS);
        boolean isMuchFree = (long) FREE.getOpaque(this) >= windowBytes - windowBytes / 4;
        return much >= LEAST_KEPT_BYTES && isMuchFree && takeRoom(much) ? much : 0;
    }

    private boolean hasGivenBack(long charge) {
        long before = (long) FREE.getAndAdd(this, charge);
        return before > windowBytes; // never: what was taken is given back
    }

    /**
     * Gives back the room of a message that has not been sent.
     *
     * @param lengthBytes the length of the message in bytes
     */
    public void refund(long lengthBytes) {
        give(chargeOf(lengthBytes));
    }

    /** Adds the credit of messages that the endpoint has taken. */
    public void give(long bytes) {
        if (bytes <= 0 || bytes > windowBytes || (long) FREE.getAndAdd(this, bytes) > windowBytes - bytes) {
            throw new SennitException(ErrorClass.NETWORK, "bad credit: bytes=" + bytes + " window=" + windowBytes);
        }
    }
}
