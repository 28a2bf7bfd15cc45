package org.sennit.shm.match;

/** The posted receives of one wildcard class; the links are in the {@link ReceiveRequest}s. Belongs to one thread. */
final class PostedTable extends MatchTable<ReceiveRequest> {
    @Override
    ReceiveRequest[] newBuckets(int n) {
        return new ReceiveRequest[n];
    }

    @Override
    int context(ReceiveRequest receive) {
        return receive.contextId;
    }

    @Override
    int source(ReceiveRequest receive) {
        return receive.source;
    }

    @Override
    int tag(ReceiveRequest receive) {
        return receive.tag;
    }

    @Override
    ReceiveRequest newer(ReceiveRequest receive) {
        return receive.newer;
    }

    @Override
    void setNewer(ReceiveRequest receive, ReceiveRequest newer) {
        receive.newer = newer;
    }

    @Override
    ReceiveRequest older(ReceiveRequest receive) {
        return receive.older;
    }

    @Override
    void setOlder(ReceiveRequest receive, ReceiveRequest older) {
        receive.older = older;
    }

    @Override
    ReceiveRequest newest(ReceiveRequest head) {
        return head.newest;
    }

    @Override
    void setNewest(ReceiveRequest head, ReceiveRequest newest) {
        head.newest = newest;
    }

    @Override
    ReceiveRequest chained(ReceiveRequest head) {
        return head.chained;
    }

    @Override
    void setChained(ReceiveRequest head, ReceiveRequest chained) {
        head.chained = chained;
    }
}
