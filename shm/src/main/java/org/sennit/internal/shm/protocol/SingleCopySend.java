package org.sennit.internal.shm.protocol;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.internal.runtime.error.FailureScope;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * A send whose payload stays in the sender's memory until the receiver has matched it and copies it from there; the
 * receiver completes both sides. Used by the single-copy and the synergistic protocol.
 *
 * <p>Prepared and sent by the thread that drives the sending endpoint, delivered by the thread that drives the
 * receiving one. May be prepared again when it is inactive.
 */
public class SingleCopySend extends Request implements PayloadSource {
    // Written by the sender before the inbox publishes this object, read by the receiver after it has seen it there.
    // Destination, tag and offset are kept in the fields of the status.
    private MemorySegment memory;
    private DataLayout layout; // null: without gaps
    private Object communicator;
    private ActiveTransfers receivers;

    private final ActiveTransfers ownTransfers;

    /**
     * Makes an inactive send.
     *
     * @param progress progress of the sending endpoint
     * @param ownTransfers the transfers of the sending endpoint, which helps the receiver
     */
    public SingleCopySend(Progress progress, ActiveTransfers ownTransfers) {
        super(progress);
        this.ownTransfers = ownTransfers;
    }

    /**
     * Sets the memory; returns this, inactive, for {@link #send}.
     *
     * @param memory the memory, not confined
     * @param offset where the message begins in it, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     */
    public SingleCopySend from(MemorySegment memory, long offset, DataLayout layout) {
        this.memory = memory;
        this.layout = layout;
        remember(0, 0, offset);
        return this;
    }

    /**
     * Sends; the memory is in use until the request is complete.
     *
     * @param inbox the receiver's inbox
     * @param transfers the receiver's transfers
     * @param envelope the envelope, copied
     * @param communicator for error texts
     * @param destination the receiver's rank, for the status and error texts
     */
    public void send(
            ManyToOneInbox inbox, ActiveTransfers transfers, Envelope envelope, Object communicator, int destination) {
        remember(destination, envelope.tag, number());
        this.communicator = communicator;
        this.receivers = transfers;
        activate();
        inbox.offer(envelope, this);
    }

    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes) {
        if (!receivers.takesAtOnce(lengthBytes)) {
            receivers.start(this, receive, sourceRank, messageTag, lengthBytes);
            return;
        }
        try {
            LayoutCopy.copy(
                    memory, offset(), layout, receive.memory(), receive.offset(), receive.layout(), 0, lengthBytes);
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            failBoth(receive, sourceRank, messageTag, lengthBytes, e);
            return;
        }
        complete(peer(), messageTag, lengthBytes); // from here on the sender may reuse this object
        receive.completeOwn(sourceRank, messageTag, lengthBytes);
    }

    /** Completes the send, then the receive, after the copy. Receiver only, which uses neither afterwards. */
    void completeBoth(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes) {
        complete(peer(), messageTag, lengthBytes);
        receive.complete(sourceRank, messageTag, lengthBytes); // signals: another thread may wait for it
    }

    /** Fails the send, then the receive, because a memory is lost. Receiver only. */
    void failBoth(ReceiveRequest receive, int sourceRank, int messageTag, long length, Throwable cause) {
        String side = isMemoryAlive() ? "receiver" : "sender";
        String text =
                "the " + side + "'s memory cannot be used any more " + MemoryLoss.REASON + ": length=" + length + " ";
        SennitException forSender = new SennitException(
                ErrorClass.BUFFER,
                text + "operation=send rank=" + sourceRank + " peer=" + peer() + " tag=" + messageTag + " communicator="
                        + communicator,
                cause);
        SennitException forReceiver =
                new SennitException(ErrorClass.BUFFER, text + receive.describe(sourceRank, messageTag), cause);
        fail(peer(), messageTag, forSender);
        receive.fail(sourceRank, messageTag, forReceiver);
    }

    private boolean isMemoryAlive() {
        return memory.scope().isAlive()
                && !(layout != null && LayoutShapes.of(layout) instanceof Absolute pieces && !pieces.isAlive());
    }

    /** Returns the receiver's rank. */
    int destination() {
        return peer();
    }

    MemorySegment memory() {
        return memory;
    }

    long offset() {
        return number();
    }

    DataLayout layout() {
        return layout;
    }

    ActiveTransfers ownTransfers() {
        return ownTransfers;
    }

    @Override
    public void discard(long lengthBytes) {
        complete(peer(), messageTag(), lengthBytes);
    }

    @Override
    public void refuse(long lengthBytes) {
        refuse(lengthBytes, null);
    }

    @Override
    public void refuse(long lengthBytes, Throwable failure) {
        String what = failure == null
                ? "the receiver's program has ended without receiving the message: "
                : "the receiver has failed without receiving the message: ";
        String why = failure == null ? "" : " cause=" + failure.getMessage();
        fail(
                peer(),
                messageTag(),
                new SennitException(ErrorClass.PROC_FAILED, what + this + " length=" + lengthBytes + why, failure));
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), communicator, peer());
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    public String toString() {
        String rank = communicator instanceof FailureScope scope ? " rank=" + scope.rank() : "";
        return "operation=send" + rank + " peer=" + peer() + " tag=" + messageTag() + " communicator=" + communicator;
    }

    @Override
    protected void release() {
        memory = null;
        layout = null; // one of absolute places holds memory, too
    }
}
