package org.sennit.internal.endpoints.am.endpoint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * Which kinds of messages of an endpoint have ended since it was asked last, as bits. A message whose kind is there
 * already writes nothing, so an endpoint that never asks pays one load for each message. Any thread.
 */
final class EndedMessages {
    private static final VarHandle KINDS =
            FieldHandle.of(MethodHandles.lookup(), EndedMessages.class, "kinds", int.class);

    // Volatile load, then perhaps an atomic update, by a thread that has ended a message, after what the message moves.
    // Exchanged by a thread that asks, before it looks at what has moved: one sees the other. A load and a store in its
    // place could overtake that look, and forget a message that the look does not find.
    private int kinds;

    /** Notes the end of messages of some kinds. */
    void note(int ended) {
        if (((int) KINDS.getVolatile(this) & ended) != ended) {
            int _ = (int) KINDS.getAndBitwiseOr(this, ended);
        }
    }

    /** Returns the kinds that have ended, and forgets them. */
    int take() {
        return (int) KINDS.getVolatile(this) == 0 ? 0 : (int) KINDS.getAndSet(this, 0);
    }
}
