package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundedCrowdTest {
    private static final int BOUND = 64;

    @Test
    void neverHoldsMoreThanItsBound() {
        BoundedCrowd<Integer> crowd = new BoundedCrowd<>(BOUND, new Random(1));
        for (int i = 0; i < BOUND; i++) {
            assertNull(crowd.add(i));
        }
        assertNotNull(crowd.add(BOUND));
        assertEquals(BOUND, crowd.copy().size());
    }

    @Test
    void aMemberMostlyOutlivesAsManyNewcomersAsThereIsRoomFor() {
        int survived = 0;
        for (int seed = 0; seed < 1000; seed++) {
            BoundedCrowd<Integer> crowd = new BoundedCrowd<>(BOUND, new Random(seed));
            Integer member = -1;
            crowd.add(member);
            for (int i = 0; i < 2 * BOUND; i++) {
                crowd.add(i);
            }
            survived += crowd.copy().contains(member) ? 1 : 0;
        }
        assertTrue(
                survived > 300 && survived < 450,
                "survived=" + survived + " of 1000, expected 1000/e"); // deterministic
    }

    @Test
    void forgetsWhoIsRemoved() {
        BoundedCrowd<String> crowd = new BoundedCrowd<>(2, new Random(1));
        crowd.add("a");
        crowd.add("b");
        crowd.remove("a");
        crowd.remove("unknown");
        assertNull(crowd.add("c"));
        assertTrue(crowd.copy().containsAll(java.util.List.of("b", "c")));
        crowd.clear();
        assertTrue(crowd.isEmpty());
    }
}
