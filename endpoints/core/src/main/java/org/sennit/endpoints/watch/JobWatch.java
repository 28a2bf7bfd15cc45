package org.sennit.endpoints.watch;

import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.sennit.endpoints.device.LocalEndpoint;
import org.sennit.endpoints.device.ProcessDevice;
import org.sennit.endpoints.device.WatchPackets;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.progress.JobHealth;
import org.sennit.runtime.progress.LongWaits;

/**
 * Looks after the waits of one process: has long ones described, enters programs that have ended, and has waits for them end.
 * Nothing here is on the way of a message: it is done now and then by the thread that runs the job.
 *
 * <p>Belongs to that thread, but for {@link #arrived}.
 */
public final class JobWatch implements WatchPackets {
    /** Another process wants to know which programs have ended here. */
    static final int ENDS_WANTED = 1;

    /** Programs of the sender have ended; the payload is the ids of their endpoints. */
    static final int ENDED = 2;

    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RuntimeContext context;
    private final ProcessDevice device;
    private final int processes;
    private final int endpoints; // of the world, whose ids come first
    private final LongWaits waits;
    private final EndNews ends;
    private final boolean isEndedAwaited;

    private long tickNs;
    private int endedSeen;

    /**
     * Makes the watch of a process; before its first connection.
     *
     * @param context the clock
     * @param options the job's options
     * @param process the number of the process
     * @param processes how many there are
     * @param endpoints how many endpoints the world has here
     * @param device the process's devices
     * @param health the job's health
     */
    public JobWatch(
            RuntimeContext context,
            Options options,
            int process,
            int processes,
            int endpoints,
            ProcessDevice device,
            JobHealth health) {
        this.context = context;
        this.device = device;
        this.processes = processes;
        this.endpoints = endpoints;
        this.waits = health.longWaits();
        this.ends = new EndNews(process, device, waits.ended());
        this.isEndedAwaited = options.value(WatchOptions.ENDED_WAIT);
        this.tickNs = context.nanoTime();
        waits.waitForEnded(isEndedAwaited);
        device.watch(this);
    }

    @Override
    public void arrived(int from, int kind, int number, long others, byte[] payload) {
        switch (kind) {
            case ENDS_WANTED -> ends.wantedBy(from);
            case ENDED -> ends.arrived(from, number, others, payload);
            default -> {
                // of a later version
            }
        }
    }

    /**
     * Looks around; called often, and does something now and then.
     *
     * @param hasEnded asked with the id of an endpoint of the world; its thread has ended when it says true
     */
    public void tick(IntPredicate hasEnded) {
        long now = context.nanoTime();
        if (now - tickNs < TICK_NS) {
            return;
        }
        tickNs = now;
        enterEnded(hasEnded);
        ends.tell();
        askForWaits(now);
        if (!isEndedAwaited && !ends.hasAskedAll(processes)) {
            ends.askFor(waits.all());
        }
    }

    private void enterEnded(IntPredicate hasEnded) {
        for (LocalEndpoint each : device.openEndpoints()) {
            if (each.id() < endpoints && hasEnded.test(each.id()) && each.isOver()) {
                ends.endedHere(each.id());
            }
        }
    }

    /** Has threads describe their waits that have become long; all of them where there is news that may end them. */
    private void askForWaits(long now) {
        int ended = waits.ended().count();
        boolean isNews = ended != endedSeen && !waits.all().isEmpty();
        boolean isAsked = false;
        for (LocalEndpoint each : device.openEndpoints()) {
            if (each.progress().mustAsk(now) || isNews && each.progress().isKnown()) {
                if (!isAsked) {
                    waits.ask();
                    isAsked = true;
                }
                each.progress().askWaiting();
            }
        }
        endedSeen = ended;
    }
}
