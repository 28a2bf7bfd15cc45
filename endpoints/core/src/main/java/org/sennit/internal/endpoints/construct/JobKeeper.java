package org.sennit.internal.endpoints.construct;

import java.util.concurrent.TimeUnit;
import org.sennit.spi.context.RuntimeContext;

/**
 * The watch thread of an open job, whose opening thread belongs to the program: refuses messages to endpoints that have
 * ended, and finds deadlocks and endpoints whose threads are gone. Made and closed by the thread that has opened the
 * job.
 */
public final class JobKeeper implements AutoCloseable {
    private static final long JOIN_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final JobProcess process;
    private final RuntimeContext context;
    private final Runnable look;
    private final long lookNs;
    private final Thread thread;

    // Volatile store by close, volatile load by the thread before each look.
    private volatile boolean isClosed;

    /**
     * Starts the thread.
     *
     * @param process the job's part in this process
     * @param look looks after its endpoints
     * @param lookNs between two looks, in nanoseconds
     */
    public JobKeeper(JobProcess process, Runnable look, long lookNs) {
        this.process = process;
        this.context = process.context();
        this.look = look;
        this.lookNs = lookNs;
        this.thread = context.newThread("sennit-job", false, this::keep);
        context.start(thread);
    }

    private void keep() {
        while (!isClosed) {
            try {
                look.run();
            } catch (Throwable e) { // without this thread nothing that has ended or died would be noticed
                if (process.health().fail("the thread that looks after the job", e)) {
                    process.abort(1, "the thread that looks after the job failed: " + e);
                }
                return;
            }
            context.parkNanos(this, lookNs);
        }
    }

    /** Ends the thread; returns when it has ended. */
    @Override
    public void close() {
        isClosed = true;
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            context.unpark(thread);
            try {
                context.join(thread, JOIN_NS);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
