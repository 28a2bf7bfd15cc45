package org.sennit.internal.endpoints.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

/** Tags of partitions are handed out once, whichever threads ask. */
@Deadline(seconds = 60)
class PartitionTagsTest {
    private static final int CALLS = 200_000;

    private final PartitionTags tags = new PartitionTags();

    @Test
    void twoThreadsNeverGetTheSameTag() throws InterruptedException {
        BitSet[] taken = {new BitSet(), new BitSet()};
        Thread other = Thread.ofPlatform().start(() -> takeMany(taken[1], 3));
        takeMany(taken[0], 2);
        other.join();
        assertEquals(2 * CALLS, taken[0].cardinality());
        assertEquals(3 * CALLS, taken[1].cardinality());
        taken[0].or(taken[1]);
        assertEquals(5 * CALLS, taken[0].cardinality(), "some tags were handed out twice");
    }

    private void takeMany(BitSet taken, int count) {
        for (int i = 0; i < CALLS; i++) {
            int first = tags.take(count);
            taken.set(first, first + count);
        }
    }

    @Test
    void tagsOfOneRequestAreInARowAndNeverNegative() {
        assertEquals(0, tags.take(Integer.MAX_VALUE - 1));
        assertEquals(Integer.MAX_VALUE - 1, tags.take(1));
        assertEquals(0, tags.take(2));
        assertEquals(2, tags.take(1));
    }
}
