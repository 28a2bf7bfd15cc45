package org.sennit.internal.endpoints.am.endpoint;

import java.util.concurrent.atomic.AtomicReference;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.spi.context.RuntimeContext;

/** A lock that admits the header handlers of one endpoint one at a time, first come, first served. Any thread. */
public final class HandlerGate {
    private final McsLock lock;

    // A node of the lock's queue that no thread uses; threads that enter take it and give it back. The exchange pairs
    // with the release of the thread that gave it back, so that its use of the node is over.
    private final AtomicReference<McsLock.Node> spare = new AtomicReference<>(new McsLock.Node());

    // Plain: stored under the lock. Loaded by any thread, which finds itself only if it has stored itself.
    private Thread inside;

    HandlerGate(RuntimeContext context) {
        this.lock = new McsLock(context);
    }

    /** Blocks until no other thread is inside; returns what {@link #leave} is to be given. */
    McsLock.Node enter() {
        McsLock.Node own = spare.getAndSet(null);
        McsLock.Node node = own == null ? new McsLock.Node() : own;
        enterBy(node);
        return node;
    }

    void leave(McsLock.Node node) {
        leaveBy(node);
        spare.setRelease(node);
    }

    /** As {@link #enter}, with a node of the caller's, which is in use until {@link #leaveBy} has returned. */
    public void enterBy(McsLock.Node node) {
        lock.acquire(node);
        inside = Thread.currentThread();
    }

    public void leaveBy(McsLock.Node node) {
        inside = null;
        lock.release(node);
    }

    /** Returns whether the calling thread is inside. */
    boolean isInside() {
        return inside == Thread.currentThread();
    }
}
