package org.sennit.internal.endpoints.coll;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.runtime.concurrent.SparePool;

/**
 * The schedules of the calls made last, with the runs for further calls; what was used longest ago goes first. Bounded in
 * number and in steps, since a schedule may have as many steps as there are members, and each of them its own. Belongs to the
 * thread that makes the communicator's calls, one at a time; runs come back by any thread that takes an outcome.
 */
final class ScheduleCache {
    /** How many schedules are kept at least, however many members a process has. */
    static final int LEAST_SCHEDULES = 64;

    /** How many are kept at most; about 2 KB each, with the run of blocking calls. */
    static final int MOST_SCHEDULES = 1024;

    /** How many the members of a process may keep together before each keeps fewer: 128 MB, if they use as many. */
    private static final int MOST_OF_A_PROCESS = 1 << 16;

    /** How many steps they may have together, unless the last one alone has more; about 40 bytes each. */
    static final int MOST_STEPS = 1 << 16;

    /** Runs of nonblocking calls that are kept for each schedule; about 1 KB each. */
    private static final int MOST_SPARE_RUNS = 128;

    private final int most;
    private final boolean isShared;
    private final Map<CollectiveCall, Kept> entries = new LinkedHashMap<>(16, 0.75f, true);
    private Kept last;
    private long steps;

    /**
     * Makes an empty cache.
     *
     * @param members how many of the communicator are in this process, each with a cache
     * @param isShared whether one thread may make a call while another takes the outcome of one
     */
    ScheduleCache(int members, boolean isShared) {
        this.most = Math.clamp(MOST_OF_A_PROCESS / members, LEAST_SCHEDULES, MOST_SCHEDULES);
        this.isShared = isShared;
    }

    /** A schedule that is kept. */
    static final class Kept {
        final CollectiveCall call;
        final CollectiveSchedule schedule;
        final SparePool<ScheduleRun> spare; // for nonblocking calls
        ScheduleRun idle; // for blocking calls, or null

        private Kept(CollectiveCall call, CollectiveSchedule schedule, boolean isShared) {
            this.call = call;
            this.schedule = schedule;
            this.spare = new SparePool<>(MOST_SPARE_RUNS, isShared);
        }
    }

    /** Returns what is kept for a call, or null. */
    Kept find(CollectiveCall call) {
        Kept entry = last;
        if (entry == null || !entry.call.equals(call)) {
            entry = entries.get(call);
            last = entry == null ? last : entry;
        }
        return entry;
    }

    /** Keeps a schedule for a call that will not be changed. */
    Kept keep(CollectiveCall call, CollectiveSchedule schedule) {
        Kept entry = new Kept(call, schedule, isShared);
        entries.put(call, entry);
        steps += schedule.work();
        last = entry;
        Iterator<Kept> eldest = entries.values().iterator();
        while (entries.size() > most || steps > MOST_STEPS && entries.size() > 1) {
            steps -= eldest.next().schedule.work();
            eldest.remove();
        }
        return entry;
    }

    /** Returns how many schedules are kept. */
    int size() {
        return entries.size();
    }
}
