package org.sennit.internal.endpoints.device.peer;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Memory that stands in for a user's, used again and again. */
class BounceBufferPoolTest {
    private final BounceBufferPool pool = new BounceBufferPool();

    @Test
    void memoryIsAtLeastAsLongAsAskedFor() {
        for (long length = 0; length <= BounceBufferPool.MOST_KEPT_BYTES + 1; length = length * 3 / 2 + 1) {
            MemorySegment memory = pool.take(length);
            assertTrue(memory.byteSize() >= length, "length=" + length + " has=" + memory.byteSize());
            pool.give(memory);
            assertTrue(pool.take(length).byteSize() >= length);
        }
    }

    @Test
    void memoryIsUsedAgainOnlyWhenItHasBeenGivenBack() {
        MemorySegment first = pool.take(100);
        assertNotSame(first, pool.take(100));
        pool.give(first);
        assertSame(first, pool.take(120));
        assertNotSame(first, pool.take(100));
    }

    @Test
    void whatIsLongerThanTheLimitIsNotKept() {
        MemorySegment memory = pool.take(BounceBufferPool.MOST_KEPT_BYTES + 1);
        pool.give(memory);
        assertNotSame(memory, pool.take(BounceBufferPool.MOST_KEPT_BYTES + 1));
    }
}
