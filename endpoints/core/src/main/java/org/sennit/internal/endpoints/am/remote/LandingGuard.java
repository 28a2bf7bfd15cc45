package org.sennit.internal.endpoints.am.remote;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * Whether the data of a long message may still be written to its target vector. Of the thread that writes and the one
 * that gives the message up exactly one learns that it has to notify the target, and no byte is written after that.
 */
final class LandingGuard {
    private static final int IDLE = 0;
    private static final int WRITTEN = 1; // at this moment
    private static final int CLOSED = 2; // for ever; with WRITTEN: the target is notified at the end of the write

    private static final VarHandle STATE =
            FieldHandle.of(MethodHandles.lookup(), LandingGuard.class, "state", int.class);

    // Plain store before the message's id publishes it. Then atomic updates by the upcalls of the connection, which
    // write, and by the thread that has taken the message out of its table: their release half publishes the bytes that
    // were written to the thread that notifies the target, its acquire half pairs with that.
    private int state;

    /** Begins a message; before it is entered. */
    void open() {
        state = IDLE;
    }

    /** Called before bytes are written, in an upcall; false where none may be written any more. */
    boolean beginWrite() {
        return (int) STATE.compareAndExchange(this, IDLE, WRITTEN) == IDLE;
    }

    /**
     * Called when the bytes have been written, by the upcall that called {@link #beginWrite}; true when the message was
     * closed meanwhile, so that the caller notifies the target.
     */
    boolean endWrite() {
        return (int) STATE.compareAndExchange(this, WRITTEN, IDLE) != WRITTEN;
    }

    /** Ends all writing, once; true where the caller has to notify the target, false where the writing thread will. */
    boolean close() {
        return ((int) STATE.getAndBitwiseOr(this, CLOSED) & WRITTEN) == 0;
    }
}
