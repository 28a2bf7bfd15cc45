package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;

/**
 * What an active receive matches and fills, and while it waits its place among the posted receives. Apart from the
 * request, because an endpoint uses postings again: so a nonblocking receive makes one object of 64 bytes only.
 */
final class Posting extends MatchNode<Posting> {
    /** The order of a receive that waits in no queue. */
    static final long NOT_POSTED = 0;

    // Written by the endpoint's thread in prepare, as the key is. The memory is read by the delivering thread; the
    // order is that of the message that tells it to (inbox sequence, or the network's lock).
    ReceiveRequest receive;
    int signature;
    Object array; // what is filled, where its view has not been needed yet; else null
    MemorySegment memory; // null with an array
    long offset;
    DataLayout layout; // null: without gaps
    DataLayout types; // null: the signature says all
    long capacityBytes;
    Runnable afterwards;
    boolean isForOneThread; // what is to be done afterwards
    MatchQueue queue; // where it was posted last

    // Owned by PostedReceives while this receive waits there.
    long order = NOT_POSTED; // of posting

    /** Returns whether a message belongs to this receive. */
    boolean matches(int messageContext, int messageSource, int messageTag) {
        return contextId == messageContext
                && (keySource == messageSource || keySource == ReceiveRequest.ANY_SOURCE)
                && (keyTag == messageTag || keyTag == ReceiveRequest.ANY_TAG);
    }

    /** Lets go of all that it refers to. */
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
