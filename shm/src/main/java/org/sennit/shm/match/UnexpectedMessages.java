package org.sennit.shm.match;

import static org.sennit.shm.match.ReceiveRequest.ANY_SOURCE;
import static org.sennit.shm.match.ReceiveRequest.ANY_TAG;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages that came before their receives. Each is in four tables, one for each class of receive that may ask
 * for it, so that every receive and probe finds the oldest that fits in constant time.
 *
 * <p>Belongs to the thread that drains the endpoint's inbox.
 */
final class UnexpectedMessages {
    static final int CLASSES = 4;
    private static final int MOST_FREE = 1024;

    private final List<MatchTable<UnexpectedMessage>> tables = new ArrayList<>();
    private UnexpectedMessage free;
    private int freeCount;

    UnexpectedMessages() {
        for (int i = 0; i < CLASSES; i++) {
            tables.add(new MatchTable<>());
        }
    }

    int size() {
        return tables.get(0).size();
    }

    /** A message to fill and then {@link #add}. */
    UnexpectedMessage take() {
        UnexpectedMessage message = free;
        if (message == null) {
            return new UnexpectedMessage();
        }
        free = message.nextFree;
        freeCount--;
        return message;
    }

    void add(UnexpectedMessage m) {
        for (int i = 0; i < CLASSES; i++) {
            int source = (i & 1) == 0 ? m.sourceRank : ANY_SOURCE;
            int tag = (i & 2) == 0 ? m.tag : ANY_TAG;
            m.entries[i] = tables.get(i).add(m.contextId, source, tag, m);
        }
    }

    /** The oldest message that a receive may take, or null; it stays here. */
    UnexpectedMessage find(int context, int source, int tag) {
        int wildcards = (source == ANY_SOURCE ? 1 : 0) | (tag == ANY_TAG ? 2 : 0);
        return tables.get(wildcards).oldest(context, source, tag);
    }

    /** Takes a found message out; when its payload has been used it is given back by {@link #recycle}. */
    void remove(UnexpectedMessage m) {
        for (int i = 0; i < CLASSES; i++) {
            tables.get(i).remove(m.entries[i]);
            m.entries[i] = null;
        }
    }

    void recycle(UnexpectedMessage m) {
        m.source = null;
        if (freeCount < MOST_FREE) {
            m.nextFree = free;
            free = m;
            freeCount++;
        }
    }
}
