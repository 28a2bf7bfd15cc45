package org.sennit.net.connection;

import org.sennit.net.flow.PauseDetector;
import org.sennit.net.loop.MigratingEventLoop;
import org.sennit.runtime.concurrent.RuntimeContext;

/**
 * The thread that tells peers that this process lives while it computes, and that counts the silence of theirs: one wake a
 * second, off the data path. Started by the first connection.
 *
 * <p>In every period it takes the loop once. Where nobody else has driven the loop meanwhile it does so itself, for a moment,
 * so that heartbeats are read and peers that have lost their socket are answered; upcalls may then run on this thread. A wake-up
 * that comes late means that this process was stopped: then every peer's silence counts from now.
 */
final class Liveness {
    private static final long LONGEST_PERIOD_NS = 1_000_000_000;
    private static final int PERIODS_OF_SILENCE = 8; // at least, so that one lost heartbeat kills nobody
    private static final int MOST_LOOKS = 256;
    private static final long UNSETTLED_PARK_NS = 2_000_000;

    private final ConnectionTable table;
    private final MigratingEventLoop loop;
    private final RuntimeContext context;
    private final long periodNs;

    private volatile boolean isStopped;
    private Thread thread; // guarded by the loop

    // the thread's own
    private int roundsSeen;

    Liveness(ConnectionTable table, MigratingEventLoop loop, RuntimeContext context, long silenceNs) {
        this.table = table;
        this.loop = loop;
        this.context = context;
        this.periodNs = Math.min(LONGEST_PERIOD_NS, silenceNs / PERIODS_OF_SILENCE);
    }

    /** Starts the thread unless it runs. Only with the loop held. */
    void start() {
        if (thread == null && !isStopped) {
            thread = context.newThread("sennit-net-liveness", false, this::live);
            thread.start();
        }
    }

    /** Ends the thread. Only with the loop held; does not wait for it. */
    void stop() {
        isStopped = true;
        context.unpark(thread);
    }

    private void live() {
        PauseDetector pauses = new PauseDetector(periodNs, context.nanoTime());
        boolean isUnsettled = false;
        while (!isStopped) {
            sleep(isUnsettled);
            driveIfNobodyDoes(); // what has come in speaks for its sender before anybody is judged
            loop.acquire();
            try {
                if (isStopped) {
                    return;
                }
                isUnsettled = table.tick(pauses.tick(context.nanoTime()));
            } finally {
                loop.release();
            }
        }
    }

    /** One period; while somebody looks for a socket the loop is driven meanwhile. */
    private void sleep(boolean isUnsettled) {
        long endNs = context.nanoTime() + periodNs;
        for (long leftNs = periodNs; leftNs > 0 && !isStopped; leftNs = endNs - context.nanoTime()) {
            if (isUnsettled) {
                context.parkNanos(this, Math.min(leftNs, UNSETTLED_PARK_NS));
                driveIfNobodyDoes();
            } else {
                context.parkNanos(this, leftNs);
            }
        }
    }

    private void driveIfNobodyDoes() {
        int rounds = loop.rounds();
        if (rounds == roundsSeen && !loop.isAwaited()) {
            int idle = 0;
            for (int i = 0; i < MOST_LOOKS && idle < MigratingEventLoop.LOOKS_PER_RUN; i++) {
                idle = loop.poll() == 0 ? idle + 1 : 0;
            }
        }
        roundsSeen = loop.rounds();
    }
}
