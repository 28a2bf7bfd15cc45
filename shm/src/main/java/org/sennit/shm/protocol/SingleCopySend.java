package org.sennit.shm.protocol;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.LayoutCopy;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.request.Progress;
import org.sennit.runtime.request.Request;
import org.sennit.shm.match.ManyToOneInbox;
import org.sennit.shm.match.MessageSource;
import org.sennit.shm.match.ReceiveRequest;

/**
 * The single-copy protocol: the sender leaves a reference to its memory in the receiver's inbox, and the receiver
 * copies straight from there when it has matched, then completes both sides. One copy, no staging, nothing asked of
 * the sender meanwhile. (HMPI's single-copy protocol; facts.md 1.4.)
 *
 * <p>Prepared and sent by the thread that drives the sending endpoint, delivered by the thread that drives the
 * receiving one. May be prepared again when it is inactive.
 */
public final class SingleCopySend extends Request implements MessageSource {
    // Written by the sender before the inbox publishes this object, read by the receiver after it has seen it there.
    private MemorySegment memory;
    private long offset;
    private DataLayout layout; // null: without gaps
    private int destination;
    private int tag;
    private Object communicator;

    /**
     * Makes an inactive send.
     *
     * @param progress what moves the sending endpoint on
     */
    public SingleCopySend(Progress progress) {
        super(progress);
    }

    /**
     * Sends; the memory is in use until the request is complete.
     *
     * @param inbox the receiver's inbox
     * @param envelope the envelope, copied
     * @param communicator for error texts
     * @param destination the receiver's rank, for the status and error texts
     * @param memory the memory, not confined
     * @param offset where the message begins in it, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     */
    public void send(
            ManyToOneInbox inbox,
            Envelope envelope,
            Object communicator,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        this.memory = memory;
        this.offset = offset;
        this.layout = layout;
        this.destination = destination;
        this.tag = envelope.tag;
        this.communicator = communicator;
        activate();
        inbox.offer(envelope, this);
    }

    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes) {
        try {
            LayoutCopy.copy(
                    memory, offset, layout, receive.memory(), receive.offset(), receive.layout(), 0, lengthBytes);
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            failBoth(receive, sourceRank, messageTag, lengthBytes, e);
            return;
        }
        int messageDestination = destination; // the sender may use this object again as soon as it is complete
        complete(messageDestination, messageTag, lengthBytes);
        receive.completeOwn(sourceRank, messageTag, lengthBytes);
    }

    private void failBoth(ReceiveRequest receive, int sourceRank, int messageTag, long length, Throwable cause) {
        String side = memory.scope().isAlive() ? "receiver" : "sender";
        String text = "the " + side + "'s memory cannot be used any more (its arena is closed, or it is confined to"
                + " another thread): length=" + length + " ";
        SennitException forSender = new SennitException(
                ErrorClass.BUFFER,
                text + "operation=send rank=" + sourceRank + " peer=" + destination + " tag=" + messageTag
                        + " communicator=" + communicator,
                cause);
        SennitException forReceiver =
                new SennitException(ErrorClass.BUFFER, text + receive.describe(sourceRank, messageTag), cause);
        fail(destination, messageTag, forSender);
        receive.fail(sourceRank, messageTag, forReceiver);
    }

    @Override
    public void discard(long lengthBytes) {
        complete(destination, tag, lengthBytes);
    }

    @Override
    protected void release() {
        memory = null;
    }
}
