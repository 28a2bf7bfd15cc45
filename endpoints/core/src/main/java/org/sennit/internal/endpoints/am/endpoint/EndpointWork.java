package org.sennit.internal.endpoints.am.endpoint;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * What runs at an endpoint for active messages: header handlers, one at a time in their gate, completion handlers, and
 * waits. Any thread.
 */
public class EndpointWork {
    // Bound in the threads of completion handlers, which do not drive the endpoint.
    private static final ScopedValue<Boolean> IN_COMPLETION = ScopedValue.newInstance();

    private final LocalEndpoint endpoint;
    private final RuntimeContext context;
    private final MemoryUses memoryUses; // null unless in checked mode
    private final Progress progress;
    private final HandlerGate gate;

    private final ArrivedMessage arrived = new ArrivedMessage(); // guarded by the gate
    private final PieceLengths lengths = new PieceLengths(); // guarded by the gate

    // In checked mode: the header handler that runs. Volatile store in the gate, volatile load by the thread that looks
    // after the job, which may find one that has just returned.
    private volatile RunningHandler running;

    // Calls and deferred deliveries of this endpoint that are not complete, and completion handlers that run for it.
    // The table of the process has the messages that it has sent to other processes. Atomic: the last one that ends
    // publishes all before it to the thread that finds 0.
    private final AtomicLong open = new AtomicLong();

    protected EndpointWork(LocalEndpoint endpoint, RuntimeContext context, MemoryUses memoryUses) {
        this.endpoint = endpoint;
        this.context = context;
        this.memoryUses = memoryUses;
        this.progress = endpoint.progress();
        this.gate = new HandlerGate(context);
    }

    final boolean isChecked() {
        return memoryUses != null;
    }

    /** Returns the user's memory that operations of the process have; null unless in checked mode. */
    final MemoryUses memoryUses() {
        return memoryUses;
    }

    final void running(RunningHandler handler) {
        running = handler;
    }

    /**
     * Reports a header handler that blocks to the error handler, in checked mode. Called by the watch thread.
     *
     * @param line describes where a thread is
     */
    public final void lookAtHandler(Function<Thread, String> line) {
        RunningHandler seen = running;
        if (seen != null) {
            seen.look(line);
        }
    }

    public final HandlerGate gate() {
        return gate;
    }

    public final ArrivedMessage arrived() {
        return arrived;
    }

    public final PieceLengths lengths() {
        return lengths;
    }

    public final LocalEndpoint local() {
        return endpoint;
    }

    public final Progress progress() {
        return progress;
    }

    /** Counts a call or a delivery that has begun, or a completion handler. */
    public final void begins() {
        open.incrementAndGet();
    }

    /** Counts the end of what {@link #begins} has counted. */
    public final void ends() {
        if (open.decrementAndGet() == 0) {
            progress.signal();
        }
    }

    /** Returns whether all that {@link #begins} has counted has ended. */
    public final boolean isIdle() {
        return open.get() == 0;
    }

    /** Runs the body of a completion handler on a thread of its own. */
    public final void startCompletion(Runnable body) {
        begins();
        progress.eventBegins();
        try {
            context.start(context.newThread("sennit-completion", true, () -> {
                try {
                    ScopedValue.where(IN_COMPLETION, true).run(body);
                } finally {
                    completionEnds();
                }
            }));
        } catch (RuntimeException | Error e) { // no memory for a thread
            completionEnds();
            throw e;
        }
    }

    private void completionEnds() {
        progress.eventEnds();
        ends();
    }

    /**
     * Throws in a header handler of this endpoint, which must neither wait nor communicate.
     *
     * @param operation what is called
     * @throws SennitException UNSUPPORTED; final
     */
    public final void checkMayWait(String operation) {
        if (gate.isInside()) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "not in a header handler, which must not block: operation=" + operation + " endpoint="
                            + endpoint.id());
        }
    }

    /** Returns what {@link #wake} is to be given, so that it wakes the calling thread in {@link #await}; never null. */
    final Object sleeper() {
        return IN_COMPLETION.isBound() ? Thread.currentThread() : progress;
    }

    /**
     * Wakes a thread that sleeps in {@link #await}; costs next to nothing where it drives the endpoint and is awake.
     */
    final void wake(Object sleeper) {
        if (sleeper instanceof Thread beside) {
            context.unpark(beside);
        } else {
            progress.signal();
        }
    }

    /** Returns the time by the job's clock, in nanoseconds since any moment. */
    final long nanoTime() {
        return context.nanoTime();
    }

    /**
     * Waits as the thread that drives the endpoint, or beside it in a completion handler.
     *
     * @param condition what to wait for
     * @param timeoutNs the longest wait
     * @param lookNs how often a thread looks that waits beside the endpoint, where it is not woken
     * @return false when the time has passed
     */
    public final boolean await(Condition condition, long timeoutNs, long lookNs) {
        if (!IN_COMPLETION.isBound()) {
            return progress.await(condition, timeoutNs);
        }
        long since = context.nanoTime();
        while (!condition.isMet()) {
            progress.check();
            long left = timeoutNs == Long.MAX_VALUE ? lookNs : timeoutNs - (context.nanoTime() - since);
            if (left <= 0) {
                return false;
            }
            context.parkNanos(this, Math.min(left, lookNs));
        }
        return true;
    }

    /**
     * Makes progress once, in the thread that drives the endpoint. In a completion handler it only checks for failures,
     * since the duty cycle belongs to the other thread; background progress receives messages from other processes.
     *
     * @param operation what is called
     * @return the work done
     */
    public final int poll(String operation) {
        if (!IN_COMPLETION.isBound()) {
            return progress.test(operation);
        }
        progress.check();
        return 0;
    }

    @Override
    public final String toString() {
        return "endpoint " + endpoint.id();
    }
}
