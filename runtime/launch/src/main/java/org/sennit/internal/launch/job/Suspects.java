package org.sennit.internal.launch.job;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/**
 * Processes that others take for dead, perhaps wrongly, or that are late: the launcher kills them, so that all
 * processes agree. Of two that accuse each other the first accuser wins. An accused process has a moment to end by
 * itself: the sockets of a dying process close before its exit is known.
 *
 * <p>Threads: any.
 */
final class Suspects {
    private static final long DYING_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final IntPredicate isInsideJob;
    private final Set<Integer> accused = new HashSet<>(); // guarded by this
    private final Map<Integer, String> condemned = new HashMap<>(); // and why; guarded by this

    /**
     * Makes an empty set.
     *
     * @param isInsideJob whether a process still belongs to the job, which is not ending
     */
    Suspects(IntPredicate isInsideJob) {
        this.isInsideJob = isInsideJob;
    }

    /** Records that a process has lost another one, which is killed unless it ends by itself soon. Does not block. */
    void accuse(int process, int lost, LaunchedProcess suspect, String why) {
        synchronized (this) {
            if (accused.contains(process) || !accused.add(lost)) {
                return;
            }
        }
        String reason = "process " + process + " has lost it: " + why;
        Thread end = new Thread(() -> endUnlessDying(lost, suspect, reason), "sennit-lost-" + lost);
        end.setDaemon(true);
        end.start();
    }

    private void endUnlessDying(int lost, LaunchedProcess suspect, String reason) {
        try {
            if (!suspect.await(DYING_NS) && isInsideJob.test(lost)) {
                synchronized (this) {
                    condemned.put(lost, reason);
                }
                suspect.kill();
            }
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns true for the first reason why a process has to die; the caller kills it. */
    synchronized boolean condemn(int process, String reason) {
        return accused.add(process) && condemned.putIfAbsent(process, reason) == null;
    }

    /** Returns the reason for which a process was ended by this; null where it was not. */
    synchronized String reason(int process) {
        return condemned.get(process);
    }
}
