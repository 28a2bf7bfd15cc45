package org.sennit.internal.endpoints.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class TempPoolTest {
    @Test
    void whatIsGivenBackIsTakenAgain() {
        TempPool pool = new TempPool(1000);
        MemorySegment memory = pool.take(100);
        pool.give(memory);
        assertEquals(100, pool.keptBytes());
        assertSame(memory, pool.take(60));
        assertEquals(0, pool.keptBytes());
    }

    @Test
    void whatIsTooSmallGivesWay() {
        TempPool pool = new TempPool(1000);
        pool.give(pool.take(100));
        pool.give(pool.take(200));
        assertEquals(200, pool.keptBytes());
    }

    @Test
    void aHugeCallsMemoryIsNotHeldForEver() {
        TempPool pool = new TempPool(1000);
        MemorySegment small = pool.take(300);
        MemorySegment large = pool.take(900);
        pool.give(pool.take(1001));
        assertEquals(0, pool.keptBytes());
        pool.give(small);
        pool.give(large); // both together would be too much
        assertEquals(300, pool.keptBytes());
    }
}
