package org.sennit.internal.endpoints.device.peer;

/**
 * Counts what an endpoint has sent, by protocol. Plain fields of the thread that drives the endpoint; where several do
 * at once, or a thread that does not drive it sends partitions, some may be lost.
 */
public final class SentMessages {
    private long immediate;
    private long immediateBytes;
    private long byReference;
    private long byReferenceBytes;
    private long eager;
    private long eagerBytes;
    private long rendezvous;
    private long rendezvousBytes;
    private long toSelf;
    /**
     * Counts an immediate message.
     *
     * @param lengthBytes the length of the message in bytes
     * @param isToSelf whether the receiver is the sender
     */
    public void immediate(long lengthBytes, boolean isToSelf) {
        immediate++;
        immediateBytes += lengthBytes;
        if (isToSelf) {
            toSelf++;
        }
    }
    /**
     * Counts a message that goes by reference.
     *
     * @param lengthBytes the length of the message in bytes
     * @param isToSelf whether the receiver is the sender
     */
    public void byReference(long lengthBytes, boolean isToSelf) {
        byReference++;
        byReferenceBytes += lengthBytes;
        if (isToSelf) {
            toSelf++;
        }
    }
    /**
     * Counts an eager message.
     *
     * @param lengthBytes the length of the message in bytes
     */
    public void eager(long lengthBytes) {
        eager++;
        eagerBytes += lengthBytes;
    }
    /**
     * Counts a message that goes by rendezvous.
     *
     * @param lengthBytes the length of the message in bytes
     */
    public void rendezvous(long lengthBytes) {
        rendezvous++;
        rendezvousBytes += lengthBytes;
    }
    /** Returns the counts so far. */
    public ProtocolCounters snapshot(LocalEndpoint endpoint) {
        return new ProtocolCounters(
                immediate,
                immediateBytes,
                byReference,
                byReferenceBytes,
                eager,
                eagerBytes,
                rendezvous,
                rendezvousBytes,
                toSelf,
                endpoint.transfers().synergisticMessages(),
                endpoint.transfers().helpedBytes());
    }
}
