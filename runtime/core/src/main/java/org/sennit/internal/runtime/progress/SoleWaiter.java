package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.message.SennitException;

/**
 * Finds a second thread in an endpoint that one at a time may use, without checked mode: while a thread waits for longer than
 * a short spin, others that begin an operation get an error that names both. A help, not a lock: it costs those that
 * begin an operation a load, and threads that never wait long are not seen; {@link SingleThreadCheck} sees all.
 */
final class SoleWaiter {
    private static final VarHandle WAITER;

    static {
        try {
            WAITER = MethodHandles.lookup()
                    .findVarHandle(SoleWaiter.class, "waiter", Thread.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Opaque store by the thread that waits, opaque load by a thread that begins an operation. Of two threads that do
    // both at once, against the rules, one may miss the other: both are seen when they wait.
    @SuppressWarnings("unused")
    private Thread waiter;

    private Object awaited; // the waiter's; read by another thread for its error's text only

    /**
     * Throws when another thread waits.
     *
     * @param what the operation that is about to begin, whose text is made only for an error
     * @throws SennitException UNSUPPORTED; nothing has happened, and the other goes on; final
     */
    void check(Object what) {
        Thread other = (Thread) WAITER.getOpaque(this);
        if (other != null && other != Thread.currentThread()) {
            throw SingleThreadCheck.twoAtOnce("", other, awaited, Thread.currentThread(), what);
        }
    }

    /** Begins a wait, perhaps inside another one of this thread; true when {@link #leave} is to end it. */
    boolean enter(Object what) {
        check(what);
        if ((Thread) WAITER.getOpaque(this) != null) {
            return false;
        }
        awaited = what;
        WAITER.setOpaque(this, Thread.currentThread());
        return true;
    }

    void leave() {
        WAITER.setOpaque(this, (Thread) null);
        awaited = null;
    }
}
