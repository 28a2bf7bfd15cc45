package org.sennit.internal.endpoints.coll;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;

/**
 * A least-recently-used cache of schedules, with their idle runs. Bounded by the number of schedules and by their
 * steps, since a schedule may have a step for each member. Belongs to the thread that makes the communicator's calls,
 * one at a time; runs are returned by any thread that completes a call.
 */
final class ScheduleCache {
    /** Fewest schedules kept, for any number of members in a process. */
    static final int LEAST_SCHEDULES = 64;

    /** Most schedules kept; about 2 KB each, with the run of blocking calls. */
    static final int MOST_SCHEDULES = 1024;

    /** Most schedules kept by all members of a process together, 128 MB; with many members each keeps fewer. */
    private static final int MOST_OF_A_PROCESS = 1 << 16;

    /** Most steps of all cached schedules together, unless the last one alone has more; about 40 bytes each. */
    static final int MOST_STEPS = 1 << 16;

    /**
     * Most bytes kept in runs of nonblocking calls by all members of a process together, and the bounds for each
     * member: limits of memory, set by rule of thumb.
     */
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
     * @param members the number of members of the communicator in this process, each with a cache
     * @param isShared whether one thread may make a call while another takes the outcome of one
     */
    ScheduleCache(int members, boolean isShared) {
        this.most = Math.clamp(MOST_OF_A_PROCESS / members, LEAST_SCHEDULES, MOST_SCHEDULES);
        this.spareBound = new SpareRuns.Bound(
                Math.clamp(MOST_RUN_BYTES_OF_A_PROCESS / members, LEAST_RUN_BYTES, MOST_RUN_BYTES), isShared);
    }

    /** A cached schedule. */
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

    /** Returns the entry of a call, or null. */
    Kept find(CollectiveCall call) {
        Kept entry = last;
        if (entry == null || !entry.call.equals(call)) {
            entry = entries.get(call);
            last = entry == null ? last : entry;
        }
        return entry;
    }

    /** Adds a schedule for a call, which must not change any more. */
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

    /** Returns the bytes that may still be kept in runs of nonblocking calls; for tests. */
    long leftBytes() {
        return spareBound.leftBytes();
    }

    /** Returns the number of cached schedules. */
    int size() {
        return entries.size();
    }
}
