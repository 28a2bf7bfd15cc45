package org.sennit.internal.shm.match;

import static org.sennit.internal.shm.match.ReceiveRequest.ANY_SOURCE;
import static org.sennit.internal.shm.match.ReceiveRequest.ANY_TAG;

import java.util.function.Consumer;

/**
 * The posted receives of an endpoint. One table for each of the four wildcard classes makes the search independent of
 * their number; a sequence number decides between the classes, so that the oldest matching receive wins (MPI 4.1,
 * section 3.5). A single posted receive, the usual case, is in no table at all.
 *
 * <p>Belongs to the thread that drains the endpoint's inbox.
 */
final class PostedReceives {
    private final MatchTable<Posting> exact = new MatchTable<>();
    private final MatchTable<Posting> anySource = new MatchTable<>();
    private final MatchTable<Posting> anyTag = new MatchTable<>();
    private final MatchTable<Posting> anyBoth = new MatchTable<>();
    private Posting single; // when not null, the tables are empty
    private int size;
    private int wildcards; // how many of them are in a table other than the exact one
    private long posted;
    private int most;

    int size() {
        return size;
    }

    /** Returns the largest size so far. */
    int most() {
        return most;
    }

    void add(ReceiveRequest receive) {
        Posting posting = receive.posting();
        posting.order = ++posted;
        if (++size == 1) {
            single = posting;
            most = Math.max(most, 1);
            return;
        }
        if (single != null) {
            enter(single);
            single = null;
        }
        enter(posting);
        most = Math.max(most, size);
    }

    private void enter(Posting posting) {
        if (posting.keySource != ANY_SOURCE && posting.keyTag != ANY_TAG) {
            exact.add(posting);
        } else {
            wildcards++;
            wildcardTable(posting).add(posting);
        }
    }

    private MatchTable<Posting> wildcardTable(Posting posting) {
        if (posting.keySource == ANY_SOURCE) {
            return posting.keyTag == ANY_TAG ? anyBoth : anySource;
        }
        return anyTag;
    }

    /** Removes and returns the oldest receive that matches a message, or returns null. */
    ReceiveRequest match(int context, int source, int tag) {
        Posting only = single;
        if (only != null) {
            if (!only.matches(context, source, tag)) {
                return null;
            }
            leaveSingle(only);
            return only.receive;
        }
        if (size == 0) {
            return null;
        }
        Posting found = exact.oldest(context, source, tag);
        if (wildcards > 0) {
            found = older(found, anySource.oldest(context, ANY_SOURCE, tag));
            found = older(found, anyTag.oldest(context, source, ANY_TAG));
            found = older(found, anyBoth.oldest(context, ANY_SOURCE, ANY_TAG));
        }
        if (found == null) {
            return null;
        }
        leave(found);
        return found.receive;
    }

    private static Posting older(Posting a, Posting b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.order < b.order ? a : b;
    }

    private void leaveSingle(Posting posting) {
        single = null;
        size = 0;
        posting.order = Posting.NOT_POSTED;
    }

    private void leave(Posting posting) {
        size--;
        posting.order = Posting.NOT_POSTED;
        if (posting.keySource != ANY_SOURCE && posting.keyTag != ANY_TAG) {
            exact.remove(posting);
        } else {
            wildcards--;
            wildcardTable(posting).remove(posting);
        }
    }

    /** Passes all receives to the viewer, in no order. */
    void forEach(Consumer<ReceiveRequest> viewer) {
        if (single != null) {
            viewer.accept(single.receive);
            return;
        }
        exact.forEach(posting -> viewer.accept(posting.receive));
        anySource.forEach(posting -> viewer.accept(posting.receive));
        anyTag.forEach(posting -> viewer.accept(posting.receive));
        anyBoth.forEach(posting -> viewer.accept(posting.receive));
    }

    /** Removes a receive; returns false when it is no longer here. */
    boolean remove(ReceiveRequest receive) {
        Posting posting = receive.posting();
        if (posting == null || posting.order == Posting.NOT_POSTED) {
            return false;
        }
        if (single == posting) {
            leaveSingle(posting);
        } else {
            leave(posting);
        }
        return true;
    }
}
