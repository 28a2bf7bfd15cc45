package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** A million buffers of 64 KiB go one way, and the memory stays bounded. */
@Deadline(seconds = 120)
@Behaviours(70)
class OneWayStreamTest {
    private static final long BYTES = 64 << 10;
    private static final long BOUND_KIB = 1 << 10;

    @ParameterizedTest
    @CsvSource({"1000000, false, false", "1000000, false, true", "20000, true, false", "20000, true, true"})
    void memoryStaysBounded(int count, boolean isChecked, boolean isSenderSide) {
        Options options = Pools.options(isChecked, isSenderSide)
                .with(PoolOptions.CAP, (int) BOUND_KIB, "test")
                .with(PoolOptions.WINDOW, (int) BOUND_KIB, "test");
        Job.run(2, options, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover world = pool.over(endpoint.world());
            if (endpoint.world().rank() == 0) {
                for (int i = 0; i < count; i++) {
                    OwnedBuffer buffer = pool.alloc(BYTES);
                    buffer.segment().set(ValueLayout.JAVA_LONG, BYTES - 8, i);
                    world.give(buffer, 1, 0);
                }
                endpoint.world().barrier();
                PoolStatistics statistics = pool.statistics();
                long bound = 2 * (BOUND_KIB << 10) + 4 * BYTES; // window, cap, in hands on both sides
                assertTrue(statistics.mostBytes() <= bound, statistics::toString);
                assertEquals(count, statistics.hits() + statistics.misses());
            } else {
                for (int i = 0; i < count; i++) {
                    OwnedBuffer buffer = world.take(0, 0);
                    assertEquals(i, buffer.segment().get(ValueLayout.JAVA_LONG, BYTES - 8));
                    buffer.free();
                }
                endpoint.world().barrier();
                PoolStatistics statistics = pool.statistics();
                assertEquals(0, statistics.mostBytes());
                assertEquals(isSenderSide ? count : count - statistics.freeBuffers(), statistics.sentHome());
            }
        });
    }
}
