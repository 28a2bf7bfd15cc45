package org.sennit.internal.endpoints.coll;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;

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

    /** What the members of a process may keep together in runs of nonblocking calls, and the least and the most of each. */
    private static final long MOST_RUN_BYTES_OF_A_PROCESS = 128 << 20;

    private static final long LEAST_RUN_BYTES = 256 << 10;
    private static final long MOST_RUN_BYTES = 8 << 20;

    private final int most;
    private final SpareRuns.Bound spareBound;
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
        this.spareBound = new SpareRuns.Bound(
                Math.clamp(MOST_RUN_BYTES_OF_A_PROCESS / members, LEAST_RUN_BYTES, MOST_RUN_BYTES), isShared);
    }

    /** A schedule that is kept. */
    static final class Kept {
        final CollectiveCall call;
        final CollectiveSchedule schedule;
        final SpareRuns spare; // for nonblocking calls
        ScheduleRun idle; // for blocking calls, or null

        private Kept(CollectiveCall call, CollectiveSchedule schedule, SpareRuns.Bound bound) {
            this.call = call;
            this.schedule = schedule;
            this.spare = new SpareRuns(bound, schedule.length());
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
        Kept entry = new Kept(call, schedule, spareBound);
        entries.put(call, entry);
        steps += schedule.work();
        last = entry;
        Iterator<Kept> eldest = entries.values().iterator();
        while (entries.size() > most || steps > MOST_STEPS && entries.size() > 1) {
            Kept gone = eldest.next();
            steps -= gone.schedule.work();
            gone.spare.close();
            eldest.remove();
        }
        return entry;
    }

    /** Returns how much may still be kept in runs of nonblocking calls, in bytes; for tests. */
    long leftBytes() {
        return spareBound.leftBytes();
    }

    /** Returns how many schedules are kept. */
    int size() {
        return entries.size();
    }
}
