package org.sennit.internal.shm.match;

import org.sennit.spi.packet.Envelope;

/**
 * The message that a receive without a request asks for. A mutable, reusable description: the thread that fills it
 * passes it to one call, which does not keep it, and makes no progress in between, since that may run a handler that
 * begins another receive. Holds numbers alone, since a store of a reference costs a mark for the collector.
 */
public final class WantedMessage {
    private long kindAndContext;
    private long sourceAndTag;
    private long compared; // ones where source and tag must be the same
    private int signature;
    private long capacityBytes;
    private long leastBytes;

    /** Makes an empty description, for {@link #copy}. */
    WantedMessage() {}

    /**
     * Makes a description of messages of one kind on one communicator.
     *
     * @param kind as {@link Envelope#kind}
     * @param contextId the communicator's context id
     */
    public WantedMessage(byte kind, int contextId) {
        this.kindAndContext = InboxCell.pair(kind, contextId);
    }

    /**
     * Says which message.
     *
     * @param source a rank or {@link ReceiveRequest#ANY_SOURCE}
     * @param tag a tag or {@link ReceiveRequest#ANY_TAG}
     * @param elements the type signature of the elements; not compared for memory that changes hands
     * @param longestBytes the longest message that fits, in bytes
     */
    public WantedMessage set(int source, int tag, int elements, long longestBytes) {
        sourceAndTag = InboxCell.pair(source, tag);
        compared = InboxCell.pair(source == ReceiveRequest.ANY_SOURCE ? 0 : -1, tag == ReceiveRequest.ANY_TAG ? 0 : -1);
        signature = elements;
        capacityBytes = longestBytes;
        leastBytes = 0;
        return this;
    }

    /**
     * As {@link #set}, of one length: a shorter message is left to a receive that is posted.
     *
     * @param source a rank or {@link ReceiveRequest#ANY_SOURCE}
     * @param tag a tag or {@link ReceiveRequest#ANY_TAG}
     * @param elements the type signature of the elements
     * @param bytes the length of the message, in bytes
     */
    public WantedMessage setExactly(int source, int tag, int elements, long bytes) {
        set(source, tag, elements, bytes);
        leastBytes = bytes;
        return this;
    }

    void copy(WantedMessage other) {
        kindAndContext = other.kindAndContext;
        sourceAndTag = other.sourceAndTag;
        compared = other.compared;
        signature = other.signature;
        capacityBytes = other.capacityBytes;
        leastBytes = other.leastBytes;
    }

    /** Returns whether a message matches and fits, whatever its elements. */
    boolean fits(long foundKindAndContext, long foundSourceAndTag, long lengthBytes) {
        return ((foundSourceAndTag ^ sourceAndTag) & compared) == 0
                && foundKindAndContext == kindAndContext
                && lengthBytes <= capacityBytes
                && lengthBytes >= leastBytes;
    }

    /** Returns whether the elements of a message are those of the receive. */
    boolean hasSignature(int found) {
        return found == signature;
    }
}
