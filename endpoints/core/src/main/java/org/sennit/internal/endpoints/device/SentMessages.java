package org.sennit.internal.endpoints.device;

/**
 * Counts what an endpoint has sent, by protocol. Plain fields of the thread that drives the endpoint; where several do at
 * once, or a thread that does not drive it sends partitions, some may be lost.
 */
final class SentMessages {
    private long immediate;
    private long immediateBytes;
    private long byReference;
    private long byReferenceBytes;
    private long eager;
    private long eagerBytes;
    private long rendezvous;
    private long rendezvousBytes;
    private long toSelf;

    void immediate(long lengthBytes, boolean isToSelf) {
        immediate++;
        immediateBytes += lengthBytes;
        if (isToSelf) {
            toSelf++;
        }
    }

    void byReference(long lengthBytes, boolean isToSelf) {
        byReference++;
        byReferenceBytes += lengthBytes;
        if (isToSelf) {
            toSelf++;
        }
    }

    void eager(long lengthBytes) {
        eager++;
        eagerBytes += lengthBytes;
    }

    void rendezvous(long lengthBytes) {
        rendezvous++;
        rendezvousBytes += lengthBytes;
    }

    ProtocolCounters snapshot(LocalEndpoint endpoint) {
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
