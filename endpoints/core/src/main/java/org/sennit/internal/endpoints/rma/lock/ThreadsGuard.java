package org.sennit.internal.endpoints.rma.lock;

import java.util.concurrent.locks.ReentrantLock;
import org.sennit.internal.endpoints.comm.CommContext;

/**
 * Guards plain state of a window where several threads are in calls of one endpoint at once; costs nothing where one
 * thread at a time drives the endpoint. Held for some steps, never while its thread waits for another endpoint.
 */
public final class ThreadsGuard {
    private final ReentrantLock lock; // null: one thread at a time

    /** Makes a guard, which is free. */
    public ThreadsGuard(CommContext comm) {
        this.lock = comm.device().isShared() ? new ReentrantLock() : null;
    }

    /** Takes the guard; waits for the thread that has it. */
    public void enter() {
        if (lock != null) {
            lock.lock();
        }
    }

    /** Releases the guard. */
    public void leave() {
        if (lock != null) {
            lock.unlock();
        }
    }
}
