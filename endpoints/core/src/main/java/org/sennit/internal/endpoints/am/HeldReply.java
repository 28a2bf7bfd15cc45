package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;

/**
 * The answer to a message of an endpoint of this process: delivered when the gate of the endpoint that answers has been
 * left, since threads that answer each other would wait for each other in two gates. Used by one thread.
 *
 * @param source the rank of the one that answers
 * @param header a copy
 */
record HeldReply(
        ActiveScope from,
        int source,
        ActiveScope to,
        int handler,
        MemorySegment header,
        ActiveVector data,
        int targetCounter,
        SentEvents events) {
    /** Delivers the answer; returns the answer to that one, null for none. */
    HeldReply deliver() {
        return from.delivery().deliver(source, to, handler, header, data, targetCounter, events);
    }
}
