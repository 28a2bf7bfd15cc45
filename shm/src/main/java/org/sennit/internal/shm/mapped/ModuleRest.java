package org.sennit.internal.shm.mapped;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;

/**
 * Quiescence and end of a mapped module: pending packets are sent, then the two sides of each pair close it. For the
 * thread that quiesces, resumes or closes the module.
 */
final class ModuleRest {
    private static final long FAREWELL_NS = 200_000_000;
    private static final long REST_LOOK_NS = 50_000_000;
    private static final long LOOK_NS = 1_000_000;

    private final MappedModule module;
    private final NetworkModule inner;
    private final MappedConnections connections;
    private final RuntimeContext context;
    private volatile boolean isResting; // stored by the thread that quiesces or resumes; read by any thread

    ModuleRest(MappedModule module, NetworkModule inner, MappedConnections connections, RuntimeContext context) {
        this.module = module;
        this.inner = inner;
        this.connections = connections;
        this.context = context;
    }

    boolean isResting() {
        return isResting;
    }

    /** Brings all connections to rest, or throws TIMEOUT and resumes them. */
    void begin(long timeoutNs) {
        if (isResting) {
            return;
        }
        long deadlineNs = context.nanoTime() + timeoutNs;
        isResting = true;
        for (MappedConnection connection : connections.all()) {
            connection.terminate();
        }
        while (!isBroughtToRest(deadlineNs)) {
            if (context.nanoTime() >= deadlineNs) {
                isResting = false;
                resumeAll();
                throw new SennitException(ErrorClass.TIMEOUT, "something is still pending: operation=quiesce");
            }
        }
    }

    /**
     * Brings the underlying module to rest for a moment at a time, as long as something arrives that a ring has to
     * carry first; returns whether it rests.
     */
    private boolean isBroughtToRest(long deadlineNs) {
        if (!finish(deadlineNs, false)) {
            return false;
        }
        try {
            inner.require(QuiescentModule.class).quiesce(Math.clamp(deadlineNs - context.nanoTime(), 1, REST_LOOK_NS));
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.TIMEOUT) {
                return false;
            }
            throw e;
        }
        if (connections.areAll(MappedConnection::isAtRest)) {
            return true;
        }
        inner.require(QuiescentModule.class).resume();
        return false;
    }

    void end() {
        inner.require(QuiescentModule.class).resume();
        isResting = false;
        resumeAll();
    }

    private void resumeAll() {
        for (MappedConnection connection : connections.all()) {
            connection.resume();
        }
    }

    /** Polls until all connections are at rest. */
    boolean finish(long deadlineNs, boolean isLast) {
        long endNs = deadlineNs;
        boolean isFlushed = false;
        while (!connections.areAll(MappedConnection::isAtRest)) {
            long now = context.nanoTime();
            if (isLast && !isFlushed && connections.areAll(MappedConnection::isFlushed)) {
                isFlushed = true; // all of it is in the rings; the peers' farewells are a courtesy
                endNs = Math.min(endNs, now + FAREWELL_NS);
            }
            if (now >= endNs) {
                return false;
            }
            if (module.poll(PollDirection.OUT_FIRST, 64) == 0) {
                module.await(() -> false, Math.min(LOOK_NS, endNs - now));
            }
        }
        return true;
    }
}
