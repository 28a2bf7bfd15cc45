package org.sennit.internal.opi.pool;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.CacheLines;
import org.sennit.testkit.Deadline;

/**
 * Checks that the counters of a pool, written at every give and take, share no pair of cache lines with another object.
 */
@Deadline(seconds = 60)
class BlockPoolLayoutTest {
    @Test
    void countersHaveTheirLinesAlone() {
        List<String> counters = List.of("foreignBytes", "allocations", "taken", "ended");
        CacheLines.of(BlockPool.class).assertApartFromFront(counters).assertApartFromEnd(counters);
    }
}
