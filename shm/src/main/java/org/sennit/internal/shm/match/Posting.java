package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;

/**
 * The envelope and memory of an active receive, and its links among the posted receives. Separate from the request
 * because an endpoint reuses postings, so that a nonblocking receive allocates one object of 64 bytes.
 */
final class Posting extends MatchNode<Posting> {
    /** The order of a receive that is in no queue. */
    static final long NOT_POSTED = 0;

    // Key and memory are written by the endpoint's thread in prepare. The delivering thread reads the memory, ordered
    // by the publication of the message (inbox sequence, or the network's lock).
    ReceiveRequest receive;
    int signature;
    Object array; // the memory while no segment of it has been needed; else null
    MemorySegment memory; // null with an array
    long offset;
    DataLayout layout; // null: no gaps
    DataLayout types; // null: one element type, given by the signature
    long capacityBytes;
    Runnable afterwards;
    boolean isForOneThread; // whether "afterwards" must run in the thread that prepared the receive
    ReceiveQueue queue; // where it was posted last

    // Owned by PostedReceives while this receive waits there.
    long order = NOT_POSTED; // of posting

    /** Returns whether a message matches this receive. */
    boolean matches(int messageContext, int messageSource, int messageTag) {
        return contextId == messageContext
                && (keySource == messageSource || keySource == ReceiveRequest.ANY_SOURCE)
                && (keyTag == messageTag || keyTag == ReceiveRequest.ANY_TAG);
    }

    /** Clears all references. */
    void clear() {
        receive = null;
        array = null;
        memory = null;
        layout = null;
        types = null;
        afterwards = null;
        queue = null;
    }
}
