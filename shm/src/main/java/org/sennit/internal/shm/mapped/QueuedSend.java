package org.sennit.internal.shm.mapped;

import org.sennit.spi.network.NetworkSend;

/** The operation of a started message that could not go out at once, and the mark of an orderly end in the queue. */
final class QueuedSend extends NetworkSend {
    private final boolean isEnd;

    private QueuedSend(boolean isEnd) {
        this.isEnd = isEnd;
    }

    static QueuedSend message() {
        return new QueuedSend(false);
    }

    static QueuedSend end() {
        return new QueuedSend(true);
    }

    static boolean isEnd(NetworkSend operation) {
        return operation instanceof QueuedSend queued && queued.isEnd;
    }
}
