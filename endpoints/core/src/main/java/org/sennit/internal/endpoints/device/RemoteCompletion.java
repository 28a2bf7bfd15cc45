package org.sennit.internal.endpoints.device;

/**
 * Counts the active operations that one endpoint issues to one peer, and tells which of them must ask for an
 * acknowledgement so that the endpoint can learn that all are complete there: with an ordered module only one request at the
 * end, since it arrives after all of them; with an unordered one each operation. (get_ordering of the Nemesis network module
 * document; MPICH's am_ordering)
 *
 * <p>No caller yet: one-sided operations and active messages will need it.
 *
 * <p>Belongs to the thread that drives the endpoint.
 */
final class RemoteCompletion {
    private final boolean isOrdered;
    private long unasked; // issued, and not covered by any request for an acknowledgement
    private long awaited; // requests that have not been answered

    /** For a peer over a module that keeps the order of packets, or does not. */
    RemoteCompletion(boolean isOrdered) {
        this.isOrdered = isOrdered;
    }

    /** An operation is about to be issued; true when it is to ask for an acknowledgement itself. */
    boolean issue() {
        if (isOrdered) {
            unasked++;
        } else {
            awaited++;
        }
        return !isOrdered;
    }

    /** The endpoint wants to know; true when a request of its own is to be sent now, behind all operations. */
    boolean flush() {
        if (unasked == 0) {
            return false;
        }
        unasked = 0;
        awaited++;
        return true;
    }

    /** An acknowledgement has come. */
    void acknowledged() {
        if (awaited == 0) {
            throw new IllegalStateException("unexpected acknowledgement");
        }
        awaited--;
    }

    /** Returns whether all that was issued before the last {@link #flush} is complete at the peer. */
    boolean isComplete() {
        return awaited == 0 && unasked == 0;
    }
}
