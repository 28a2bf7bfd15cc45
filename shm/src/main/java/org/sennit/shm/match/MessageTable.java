package org.sennit.shm.match;

/** The unexpected messages by the key of one wildcard class. Belongs to one thread. */
final class MessageTable extends MatchTable<MessageLink> {
    @Override
    MessageLink[] newBuckets(int n) {
        return new MessageLink[n];
    }

    @Override
    int context(MessageLink link) {
        return link.message.contextId;
    }

    @Override
    int source(MessageLink link) {
        return link.source;
    }

    @Override
    int tag(MessageLink link) {
        return link.tag;
    }

    @Override
    MessageLink newer(MessageLink link) {
        return link.newer;
    }

    @Override
    void setNewer(MessageLink link, MessageLink newer) {
        link.newer = newer;
    }

    @Override
    MessageLink older(MessageLink link) {
        return link.older;
    }

    @Override
    void setOlder(MessageLink link, MessageLink older) {
        link.older = older;
    }

    @Override
    MessageLink newest(MessageLink head) {
        return head.newest;
    }

    @Override
    void setNewest(MessageLink head, MessageLink newest) {
        head.newest = newest;
    }

    @Override
    MessageLink chained(MessageLink head) {
        return head.chained;
    }

    @Override
    void setChained(MessageLink head, MessageLink chained) {
        head.chained = chained;
    }
}
