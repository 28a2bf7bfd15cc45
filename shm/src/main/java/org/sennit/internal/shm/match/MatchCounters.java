package org.sennit.internal.shm.match;

/**
 * The counters of a match queue. Exact for the thread that drives the endpoint; other threads may read stale values.
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
public record MatchCounters(
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
