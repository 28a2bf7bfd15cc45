package org.sennit.shm.match;

import static org.sennit.shm.match.ReceiveRequest.ANY_SOURCE;
import static org.sennit.shm.match.ReceiveRequest.ANY_TAG;

/**
 * The receives that wait for a message. One table for each of the four wildcard classes makes the search independent
 * of their number; the number in which they were posted decides between the classes, so that the oldest fitting one
 * wins, as MPI asks (MPI 4.1, section 3.5). A single posted receive, the usual case, is in no table at all.
 *
 * <p>Belongs to the thread that drains the endpoint's inbox.
 */
final class PostedReceives {
    private final MatchTable<ReceiveRequest> exact = new MatchTable<>();
    private final MatchTable<ReceiveRequest> anySource = new MatchTable<>();
    private final MatchTable<ReceiveRequest> anyTag = new MatchTable<>();
    private final MatchTable<ReceiveRequest> anyBoth = new MatchTable<>();
    private ReceiveRequest single; // when not null, the tables are empty
    private long posted;

    int size() {
        return single != null ? 1 : exact.size() + anySource.size() + anyTag.size() + anyBoth.size();
    }

    void add(ReceiveRequest receive) {
        receive.order = posted++;
        if (single == null && size() == 0) {
            single = receive;
            return;
        }
        if (single != null) {
            enter(single);
            single = null;
        }
        enter(receive);
    }

    private void enter(ReceiveRequest receive) {
        receive.entry = table(receive).add(receive.contextId, receive.source, receive.tag, receive);
    }

    private MatchTable<ReceiveRequest> table(ReceiveRequest receive) {
        if (receive.source == ANY_SOURCE) {
            return receive.tag == ANY_TAG ? anyBoth : anySource;
        }
        return receive.tag == ANY_TAG ? anyTag : exact;
    }

    /** Takes out the oldest receive that a message belongs to, or returns null. */
    ReceiveRequest match(int context, int source, int tag) {
        ReceiveRequest only = single;
        if (only != null) {
            if (only.matches(context, source, tag)) {
                single = null;
                return only;
            }
            return null;
        }
        ReceiveRequest found = exact.oldest(context, source, tag);
        found = older(found, anySource.oldest(context, ANY_SOURCE, tag));
        found = older(found, anyTag.oldest(context, source, ANY_TAG));
        found = older(found, anyBoth.oldest(context, ANY_SOURCE, ANY_TAG));
        if (found != null) {
            leave(found);
        }
        return found;
    }

    private static ReceiveRequest older(ReceiveRequest a, ReceiveRequest b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.order < b.order ? a : b;
    }

    private void leave(ReceiveRequest receive) {
        table(receive).remove(receive.entry);
        receive.entry = null;
    }

    /** Takes a receive out again; returns false when it is not here any more. */
    boolean remove(ReceiveRequest receive) {
        if (single == receive) {
            single = null;
            return true;
        }
        if (receive.entry == null) {
            return false;
        }
        leave(receive);
        return true;
    }
}
