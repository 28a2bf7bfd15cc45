package org.sennit.internal.endpoints.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;

class ScheduleCacheTest {
    private static CollectiveCall call(long bytes) {
        return new CollectiveCall().set(CollectiveKind.BROADCAST, bytes);
    }

    private static CollectiveSchedule ofSteps(int steps) {
        ScheduleBuilder builder = new ScheduleBuilder(new ProcessMap(new int[] {0}, 1), 0, 1);
        for (int i = 0; i < steps; i++) {
            builder.copy(builder.own(BufferRef.IN), 0, builder.own(BufferRef.OUT), 2L * i, 1);
        }
        return builder.build();
    }

    @Test
    void whatWasUsedLongestAgoGoesFirst() {
        ScheduleCache cache = new ScheduleCache(10_000, false);
        for (int i = 0; i < ScheduleCache.LEAST_SCHEDULES; i++) {
            cache.keep(call(i), ofSteps(1));
        }
        assertNotNull(cache.find(call(0)));
        cache.keep(call(100), ofSteps(1));
        assertNotNull(cache.find(call(0)));
        assertNull(cache.find(call(1)));
        assertEquals(ScheduleCache.LEAST_SCHEDULES, cache.size());
    }

    @Test
    void fewMembersKeepMoreSchedulesEach() {
        ScheduleCache cache = new ScheduleCache(65, false);
        for (int i = 0; i < ScheduleCache.MOST_SCHEDULES; i++) {
            cache.keep(call(i), ofSteps(1));
        }
        assertEquals(65_536 / 65, cache.size());
    }

    @Test
    void longSchedulesAreFewer() {
        ScheduleCache cache = new ScheduleCache(1, false);
        for (int i = 0; i < 5; i++) {
            cache.keep(call(i), ofSteps(ScheduleCache.MOST_STEPS / 3));
        }
        assertEquals(3, cache.size());
        cache.keep(call(7), ofSteps(ScheduleCache.MOST_STEPS + 1));
        assertEquals(1, cache.size());
        assertNotNull(cache.find(call(7)));
        cache.keep(call(8), ofSteps(1));
        assertEquals(1, cache.size());
        assertNotNull(cache.find(call(8)));
    }

    /** Runs are kept up to a number of bytes together, not up to a number for each shape. */
    @Test
    void spareRunsHaveABoundTogether() {
        Job.run(1, endpoint -> {
            Collectives collectives = Collectives.of(((CommunicatorHandle) endpoint.world()).context());
            ScheduleCache cache = new ScheduleCache(10_000, false);
            long mostBytes = cache.leftBytes();
            for (int shape = 0; shape < 5; shape++) {
                CollectiveCall call = call(shape);
                ScheduleCache.Kept kept = cache.keep(call, ofSteps(1));
                for (int i = 0; i < 100; i++) {
                    kept.spare.give(new ScheduleRun(collectives, call, kept.schedule, kept.spare));
                }
            }
            assertTrue(cache.leftBytes() >= 0 && cache.leftBytes() < 2_000, () -> "left=" + cache.leftBytes());
            ScheduleCache.Kept last = cache.find(call(0));
            assertNotNull(last.spare.take());
            for (int shape = 5; shape < 5 + ScheduleCache.LEAST_SCHEDULES; shape++) {
                cache.keep(call(shape), ofSteps(1));
            }
            assertEquals(mostBytes, cache.leftBytes());
            last.spare.give(new ScheduleRun(collectives, last.call, last.schedule, last.spare)); // of one that has gone
            assertEquals(mostBytes, cache.leftBytes());
        });
    }
}
