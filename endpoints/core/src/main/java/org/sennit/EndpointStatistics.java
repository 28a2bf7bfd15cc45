package org.sennit;

/**
 * Counters of an endpoint since its start: a snapshot, exact when taken by the thread that drives the endpoint.
 *
 * @param matching both queues: their depths, searches, matches, and the memory that unexpected messages occupy
 * @param protocols messages and bytes by protocol
 */
public record EndpointStatistics(Matching matching, Protocols protocols) {
    /**
     * Counters of a match queue since its start. Exact in the thread that drives the endpoint; other threads get
     * numbers that were right a moment ago.
     *
     * @param posted receives that wait for a message
     * @param mostPosted the most that ever waited at once
     * @param unexpected messages that wait for a receive
     * @param mostUnexpected the most that ever waited at once
     * @param attempts searches: of a message among the receives, of a receive or a probe among the messages
     * @param matches messages that have found their receive, or were taken by a matched probe
     * @param drained messages taken out of the inbox, or brought past it by the network
     * @param keptBytes what unexpected messages occupy
     * @param mostKeptBytes the most that they ever occupied
     * @param inboxBytes what the inbox occupies
     * @param mostBytes the most that the inbox and the kept messages occupied together when the inbox grew
     * @param isFlooded whether standard sends to here leave their payload with the sender now
     */
    public record Matching(
            int posted,
            int mostPosted,
            int unexpected,
            int mostUnexpected,
            long attempts,
            long matches,
            long drained,
            long keptBytes,
            long mostKeptBytes,
            long inboxBytes,
            long mostBytes,
            boolean isFlooded) {}

    /**
     * Messages and bytes that an endpoint has sent and received, by protocol, with those of collectives between
     * processes. Exact when the thread that drives the endpoint asks.
     *
     * @param immediate messages sent through an inbox of this JVM
     * @param immediateBytes their bytes
     * @param byReference messages sent to an endpoint of this JVM that were left in the sender's memory: single copy,
     *     or synergistic where they are long
     * @param byReferenceBytes their bytes
     * @param eager messages sent to other processes in one packet
     * @param eagerBytes their bytes
     * @param rendezvous messages announced to other processes first
     * @param rendezvousBytes their bytes
     * @param toSelf those of the above that went to the endpoint itself
     * @param synergisticReceived messages received with the help of their sender, or open to it
     * @param helpedBytes bytes of received messages that their senders copied
     */
    public record Protocols(
            long immediate,
            long immediateBytes,
            long byReference,
            long byReferenceBytes,
            long eager,
            long eagerBytes,
            long rendezvous,
            long rendezvousBytes,
            long toSelf,
            long synergisticReceived,
            long helpedBytes) {}
}
