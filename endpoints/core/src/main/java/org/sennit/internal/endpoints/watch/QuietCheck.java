package org.sennit.internal.endpoints.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.internal.runtime.progress.LongWait;
import org.sennit.internal.runtime.progress.LongWaits;
import org.sennit.spi.progress.Awaited;

/**
 * Checks whether the endpoints of this process can do nothing unless a message arrives from another process. Every
 * waiting thread is asked twice, and answers when it finds no work. If the second answers come from the same waits, and
 * no endpoint has done any work between its two answers, then all were quiet at once when the second question was
 * posed, and nothing was under way between them, since it would have been found before the second answer. (Mattern,
 * "Algorithms for distributed termination detection", 1987, section 5.)
 *
 * <p>An endpoint whose thread computes, sleeps, waits with a timeout or for anything but endpoints does not answer, nor
 * does one for which another thread may act.
 *
 * <p>Belongs to the watch thread.
 */
final class QuietCheck {
    private final WatchedProcess process;
    private final LongWaits waits;
    private final int worldEndpoints;
    private final long leastNs;

    private List<LongWait> asked; // null: at the beginning
    private int question;
    private long[] works; // of the first answers; null before
    private long carriedOn;
    private boolean isQuiet;

    QuietCheck(WatchedProcess process, LongWaits waits, int worldEndpoints, long leastNs) {
        this.process = process;
        this.waits = waits;
        this.worldEndpoints = worldEndpoints;
        this.leastNs = leastNs;
    }

    /** Forgets what has been found. */
    void reset() {
        asked = null;
        works = null;
        isQuiet = false;
    }

    /** Continues the check, in a later look each time; returns whether the process has been found quiet. */
    boolean advance(List<ProgramState> programs, long nowNs) {
        if (!isStill(programs, nowNs)) {
            reset();
            List<LongWait> all = waiting(programs, nowNs);
            if (all != null && !process.isReceiving()) {
                asked = all;
                ask();
            }
            return false;
        }
        if (isQuiet || !haveAnswered()) {
            return isQuiet;
        }
        if (works == null) {
            works = works();
            carriedOn = carriedOn();
            ask();
            return false;
        }
        if (!Arrays.equals(works, works()) || carriedOn != carriedOn()) {
            reset();
            return false;
        }
        isQuiet = true;
        return true;
    }

    /** Poses one more question to a quiet process; {@link #advance} returns true when it is answered. */
    void askAgain() {
        if (isQuiet) {
            isQuiet = false;
            ask();
        }
    }

    /** Returns whether the endpoints are in the same waits as when they were first asked. */
    boolean isStill(List<ProgramState> programs, long nowNs) {
        if (asked == null || process.isReceiving()) {
            return false;
        }
        List<LongWait> now = waiting(programs, nowNs);
        if (now == null || now.size() != asked.size()) {
            return false;
        }
        for (int i = 0; i < now.size(); i++) {
            if (now.get(i) != asked.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the waits of all endpoints that have not ended; null when one of them does not wait. */
    private List<LongWait> waiting(List<ProgramState> programs, long nowNs) {
        List<LongWait> all = new ArrayList<>();
        for (WatchedProcess.Endpoint each : process.endpoints()) {
            ProgramState program = programs == null || each.id() >= worldEndpoints ? null : programs.get(each.id());
            boolean isOfWorld = each.id() < worldEndpoints;
            if (isOfWorld && (program == null || program.hasEnded())) {
                if (!each.isClosed()) {
                    return null; // the job is being aborted
                }
                continue;
            }
            if (!isOfWorld && each.isClosed()) {
                continue;
            }
            LongWait wait = each.longWait();
            if (wait == null && !isOfWorld && each.isWithoutCommunicators() && !each.isLeftToOthers()) {
                continue; // receives are posted there, for which no thread waits now
            }
            if (wait == null && isOfWorld) {
                wait = waitAtAnother(program.thread());
            }
            if (wait == null
                    || wait.isTimed()
                    || !isForEndpoints(wait.awaited())
                    || nowNs - wait.sinceNs() < leastNs
                    || isOfWorld && wait.thread() != program.thread()
                    || each.isLeftToOthers()) {
                return null;
            }
            all.add(wait);
        }
        return all;
    }

    private static boolean isForEndpoints(Awaited awaited) {
        return awaited != null && !awaited.isOpenToThreads();
    }

    /** Returns the wait of a program that waits at an endpoint that it has made; null when there is none. */
    private LongWait waitAtAnother(Thread thread) {
        for (WatchedProcess.Endpoint each : process.endpoints()) {
            LongWait wait = each.longWait();
            if (wait != null && wait.thread() == thread) {
                return wait;
            }
        }
        return null;
    }

    private void ask() {
        question = waits.ask();
        asked.forEach(process::wake);
    }

    private boolean haveAnswered() {
        return asked.stream().allMatch(each -> each.answered() - question >= 0);
    }

    private long[] works() {
        return asked.stream().mapToLong(LongWait::work).toArray();
    }

    private long carriedOn() {
        return process.endpoints().stream()
                .mapToLong(WatchedProcess.Endpoint::carriedOn)
                .sum();
    }

    /** Returns the number of threads that wait, when the process is quiet. */
    int size() {
        return asked == null ? 0 : asked.size();
    }
}
