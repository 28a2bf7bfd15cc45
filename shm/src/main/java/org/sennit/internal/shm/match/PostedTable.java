package org.sennit.internal.shm.match;

/** The posted receives of one wildcard class; the links are in the {@link Posting}s. Belongs to one thread. */
final class PostedTable extends MatchTable<Posting> {
    @Override
    Posting[] newBuckets(int n) {
        return new Posting[n];
    }

    @Override
    int context(Posting posting) {
        return posting.contextId;
    }

    @Override
    int source(Posting posting) {
        return posting.source;
    }

    @Override
    int tag(Posting posting) {
        return posting.tag;
    }

    @Override
    Posting newer(Posting posting) {
        return posting.newer;
    }

    @Override
    void setNewer(Posting posting, Posting newer) {
        posting.newer = newer;
    }

    @Override
    Posting older(Posting posting) {
        return posting.older;
    }

    @Override
    void setOlder(Posting posting, Posting older) {
        posting.older = older;
    }

    @Override
    Posting newest(Posting head) {
        return head.newest;
    }

    @Override
    void setNewest(Posting head, Posting newest) {
        head.newest = newest;
    }

    @Override
    Posting chained(Posting head) {
        return head.chained;
    }

    @Override
    void setChained(Posting head, Posting chained) {
        head.chained = chained;
    }
}
