package org.sennit.shm.match;

import static org.sennit.shm.match.ReceiveRequest.ANY_SOURCE;
import static org.sennit.shm.match.ReceiveRequest.ANY_TAG;

import java.util.function.Consumer;

/**
 * The receives that wait for a message. One table for each of the four wildcard classes makes the search independent
 * of their number; the number in which they were posted decides between the classes, so that the oldest fitting one
 * wins, as MPI asks (MPI 4.1, section 3.5). A single posted receive, the usual case, is in no table at all.
 *
 * <p>Belongs to the thread that drains the endpoint's inbox.
 */
final class PostedReceives {
    private final PostedTable exact = new PostedTable();
    private final PostedTable anySource = new PostedTable();
    private final PostedTable anyTag = new PostedTable();
    private final PostedTable anyBoth = new PostedTable();
    private ReceiveRequest single; // when not null, the tables are empty
    private int size;
    private int wildcards; // how many of them are in a table other than the exact one
    private long posted;
    private int most;

    int size() {
        return size;
    }

    /** The greatest size so far. */
    int most() {
        return most;
    }

    void add(ReceiveRequest receive) {
        receive.order = ++posted;
        if (++size == 1) {
            single = receive;
            most = Math.max(most, 1);
            return;
        }
        if (single != null) {
            enter(single);
            single = null;
        }
        enter(receive);
        most = Math.max(most, size);
    }

    private void enter(ReceiveRequest receive) {
        if (receive.source != ANY_SOURCE && receive.tag != ANY_TAG) {
            exact.add(receive);
        } else {
            wildcards++;
            wildcardTable(receive).add(receive);
        }
    }

    private PostedTable wildcardTable(ReceiveRequest receive) {
        if (receive.source == ANY_SOURCE) {
            return receive.tag == ANY_TAG ? anyBoth : anySource;
        }
        return anyTag;
    }

    /** Takes out the oldest receive that a message belongs to, or returns null. */
    ReceiveRequest match(int context, int source, int tag) {
        ReceiveRequest only = single;
        if (only != null) {
            if (!only.matches(context, source, tag)) {
                return null;
            }
            leaveSingle(only);
            return only;
        }
        if (size == 0) {
            return null;
        }
        ReceiveRequest found = exact.oldest(context, source, tag);
        if (wildcards > 0) {
            found = older(found, anySource.oldest(context, ANY_SOURCE, tag));
            found = older(found, anyTag.oldest(context, source, ANY_TAG));
            found = older(found, anyBoth.oldest(context, ANY_SOURCE, ANY_TAG));
        }
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

    private void leaveSingle(ReceiveRequest receive) {
        single = null;
        size = 0;
        receive.order = ReceiveRequest.NOT_POSTED;
    }

    private void leave(ReceiveRequest receive) {
        size--;
        receive.order = ReceiveRequest.NOT_POSTED;
        if (receive.source != ANY_SOURCE && receive.tag != ANY_TAG) {
            exact.remove(receive);
        } else {
            wildcards--;
            wildcardTable(receive).remove(receive);
        }
    }

    /** Shows all that wait, in no order. */
    void forEach(Consumer<ReceiveRequest> viewer) {
        if (single != null) {
            viewer.accept(single);
            return;
        }
        exact.forEach(viewer);
        anySource.forEach(viewer);
        anyTag.forEach(viewer);
        anyBoth.forEach(viewer);
    }

    /** Takes a receive out again; returns false when it is not here any more. */
    boolean remove(ReceiveRequest receive) {
        if (receive.order == ReceiveRequest.NOT_POSTED) {
            return false;
        }
        if (single == receive) {
            leaveSingle(receive);
        } else {
            leave(receive);
        }
        return true;
    }
}
