package org.sennit.internal.shm.match;

/**
 * The messages that matched probes have taken and no call has received yet: listed, so that the endpoint can refuse
 * them when it ends. Owned by the thread that drives the endpoint, or by the holder of its queue's lock.
 */
final class HeldMessages {
    private UnexpectedMessage newest;

    void add(UnexpectedMessage message) {
        message.older = newest;
        if (newest != null) {
            newest.newer = message;
        }
        newest = message;
    }

    void remove(UnexpectedMessage message) {
        if (message.newer == null) {
            newest = message.older;
        } else {
            message.newer.older = message.older;
        }
        if (message.older != null) {
            message.older.newer = message.newer;
        }
        message.newer = null;
        message.older = null;
    }

    /** Returns the one that was taken last, or null. */
    UnexpectedMessage newest() {
        return newest;
    }
}
