package org.sennit.internal.shm.match;

/**
 * A member of a {@link MatchTable}: its key, and its links while it is in the table. Belongs to the table's thread.
 *
 * @param <N> the members
 */
abstract class MatchNode<N extends MatchNode<N>> {
    int contextId;
    int keySource;
    int keyTag;

    N newerOfKey; // the next newer member of the same key
    N olderOfKey; // the next older one; null in a head
    N newestOfKey; // in a head: the newest member of its key, itself if it is alone
    N chained; // in a head: the next head in the same bucket

    final boolean isOf(int context, int source, int tag) {
        return keyTag == tag && keySource == source && contextId == context;
    }
}
