package org.sennit.internal.shm.match;

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
        return link.keySource;
    }

    @Override
    int tag(MessageLink link) {
        return link.keyTag;
    }

    @Override
    MessageLink newer(MessageLink link) {
        return link.newerOfKey;
    }

    @Override
    void setNewer(MessageLink link, MessageLink newer) {
        link.newerOfKey = newer;
    }

    @Override
    MessageLink older(MessageLink link) {
        return link.olderOfKey;
    }

    @Override
    void setOlder(MessageLink link, MessageLink older) {
        link.olderOfKey = older;
    }

    @Override
    MessageLink newest(MessageLink head) {
        return head.newestOfKey;
    }

    @Override
    void setNewest(MessageLink head, MessageLink newest) {
        head.newestOfKey = newest;
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
