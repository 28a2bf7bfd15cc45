package org.sennit.internal.endpoints.coll;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;

/**
 * The schedules of the calls made last, with the runs for further calls; what was used longest ago goes first. Bounded in
 * number and in steps, since a schedule may have as many steps as there are members, and each of them its own. Belongs to the
 * thread that drives the endpoint.
 */
final class ScheduleCache {
    /** How many schedules are kept. */
    static final int MOST_SCHEDULES = 64;

    /** How many steps they may have together, unless the last one alone has more; about 40 bytes each. */
    static final int MOST_STEPS = 1 << 16;

    /** Runs of nonblocking calls that are kept for each schedule; about 1 KB each. */
    private static final int MOST_FREE = 16;

    private final Map<CollectiveCall, Kept> entries = new LinkedHashMap<>(16, 0.75f, true);
    private Kept last;
    private long steps;

    /** A schedule that is kept. */
    static final class Kept {
        final CollectiveCall call;
        final CollectiveSchedule schedule;
        ScheduleRun idle; // for blocking calls, or null
        private ScheduleRun free; // for nonblocking calls; a list
        private int freeCount;

        private Kept(CollectiveCall call, CollectiveSchedule schedule) {
            this.call = call;
            this.schedule = schedule;
        }

        /** A run for a nonblocking call that has been given back, or null. */
        ScheduleRun take() {
            ScheduleRun run = free;
            if (run != null) {
                free = run.next;
                run.next = null;
                freeCount--;
            }
            return run;
        }

        /** Takes the run of a nonblocking call back. */
        void give(ScheduleRun run) {
            if (freeCount < MOST_FREE) {
                run.next = free;
                free = run;
                freeCount++;
            }
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
        Kept entry = new Kept(call, schedule);
        entries.put(call, entry);
        steps += schedule.work();
        last = entry;
        Iterator<Kept> eldest = entries.values().iterator();
        while (entries.size() > MOST_SCHEDULES || steps > MOST_STEPS && entries.size() > 1) {
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
