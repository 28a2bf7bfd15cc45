package org.sennit.internal.runtime.bootstrap.kubernetes;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.runtime.bootstrap.engine.HostLookup;
import org.sennit.spi.context.RuntimeContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names of all pods of a job, and which of them do not resolve; says so in the log while the job waits for them.
 *
 * <p>Threads: any; {@link #watch} starts one that ends when the object it returns is closed.
 */
final class PodRoll {
    private static final Logger LOG = LoggerFactory.getLogger(PodRoll.class);

    /** A look-up may block for seconds. */
    private static final int MOST_NAMED = 8;

    private final String job;
    private final String service;
    private final int pods;
    private final HostLookup lookup;
    private final long pauseNs;

    /**
     * Makes a roll.
     *
     * @param pauseNs between two looks, in nanoseconds
     */
    PodRoll(String job, String service, int pods, HostLookup lookup, long pauseNs) {
        this.job = job;
        this.service = service;
        this.pods = pods;
        this.lookup = lookup;
        this.pauseNs = pauseNs;
    }

    /** Returns the name by which the other pods find a pod. */
    String nameOf(int pod) {
        return job + "-" + pod + "." + service;
    }

    /** Says which pods have no address. Blocks while names are looked up. */
    String state() {
        List<String> missing = new ArrayList<>();
        for (int pod = 0; pod < pods && missing.size() < MOST_NAMED; pod++) {
            try {
                lookup.address(nameOf(pod));
            } catch (UnknownHostException notYet) {
                missing.add("pod " + pod + " (" + nameOf(pod) + ") does not resolve yet");
            }
        }
        return missing.isEmpty()
                ? "all " + pods + " pods resolve"
                : String.join(", ", missing) + (missing.size() == MOST_NAMED ? ", and perhaps more" : "")
                        + ": not scheduled or not started, or there is no headless Service " + service
                        + " that publishes addresses of pods that are not ready";
    }

    /** Looks again and again, until it is closed. */
    Watch watch(RuntimeContext context) {
        Watch watch = new Watch(context);
        context.start(watch.thread);
        return watch;
    }

    /** Prints what is missing while the caller waits. */
    final class Watch implements AutoCloseable {
        private final RuntimeContext context;
        private final Thread thread;

        private volatile boolean isOver; // by the thread that closes, read by the watch

        private Watch(RuntimeContext context) {
            this.context = context;
            this.thread = context.newThread("sennit-pods", false, this::look);
        }

        private void look() {
            while (!isOver) {
                long start = context.nanoTime();
                while (!isOver && context.nanoTime() - start < pauseNs) {
                    context.parkNanos(this, pauseNs);
                }
                if (!isOver) {
                    LOG.warn(
                            "still waiting for other pods after {} s: {}",
                            TimeUnit.NANOSECONDS.toSeconds(pauseNs),
                            state());
                }
            }
        }

        @Override
        public void close() {
            isOver = true;
            context.unpark(thread);
        }
    }
}
