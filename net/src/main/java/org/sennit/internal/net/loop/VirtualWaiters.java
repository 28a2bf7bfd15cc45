package org.sennit.internal.net.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkWaiter;
import org.slf4j.LoggerFactory;

/**
 * Virtual threads never block in the kernel, where they would hold their carrier: they park, and as long as there are
 * any a platform thread of the loop's own, started at the first of them, waits in their stead. Any thread.
 */
final class VirtualWaiters {
    private static final VarHandle COUNT =
            FieldHandle.of(MethodHandles.lookup(), VirtualWaiters.class, "count", int.class);

    /** Pause after a failure, which would otherwise take a core if it comes again at once: 1 ms. */
    private static final long PAUSE_NS = 1_000_000;

    private final MigratingEventLoop loop;
    private final RuntimeContext context;
    private boolean hasFailed; // by the keeper: its failures are logged once

    // Added to atomically before a virtual thread looks at its waiter again; read by the keeper.
    private volatile int count;

    // A thread adds itself before it looks at the loop's status; close reads them after the status has changed: one of
    // the two sees the other.
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

    private volatile Thread keeper;

    VirtualWaiters(MigratingEventLoop loop, RuntimeContext context) {
        this.loop = loop;
        this.context = context;
    }

    /** Returns whether the thread was interrupted meanwhile; its status is then clear. */
    boolean await(NetworkWaiter waiter, long deadlineNs) {
        boolean wasInterrupted = false;
        boolean isFirst = (int) COUNT.getAndAdd(this, 1) == 0 || keeper == null;
        Thread me = Thread.currentThread();
        waiting.add(me);
        try {
            if (isFirst) {
                context.unpark(keeper());
            }
            while (!waiter.isReady() && !loop.isShuttingDown()) {
                long leftNs = deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - context.nanoTime();
                if (leftNs <= 0) {
                    break;
                }
                context.parkNanos(loop, leftNs);
                wasInterrupted |= Thread.interrupted();
            }
            return wasInterrupted;
        } finally {
            waiting.remove(me);
            int ignored = (int) COUNT.getAndAdd(this, -1);
        }
    }

    private Thread keeper() {
        Thread seen = keeper;
        if (seen == null) {
            synchronized (this) {
                seen = keeper;
                if (seen == null) {
                    Thread fresh = context.newThread("sennit-net-keeper", false, this::keep);
                    context.start(fresh); // may fail, and is tried again then
                    keeper = fresh;
                    seen = fresh;
                }
            }
        }
        return seen;
    }

    private void keep() {
        while (!loop.isShuttingDown()) {
            if (count > 0) {
                waitForThem();
            } else {
                context.parkNanos(loop, Long.MAX_VALUE);
            }
        }
    }

    private void waitForThem() {
        try {
            loop.await(() -> count == 0, Long.MAX_VALUE);
        } catch (RuntimeException | Error e) { // they still need this thread
            if (!hasFailed) {
                hasFailed = true;
                LoggerFactory.getLogger(VirtualWaiters.class).error("a wait for the network has failed", e);
            }
            context.parkNanos(loop, PAUSE_NS);
        }
    }

    /** Wakes all that wait, as the loop has closed. */
    void close() {
        waiting.forEach(context::unpark);
        Thread seen = keeper;
        if (seen != null) {
            context.unpark(seen);
        }
    }
}
