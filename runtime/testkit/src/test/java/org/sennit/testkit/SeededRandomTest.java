package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class SeededRandomTest {

    @Test
    void givesTheSameNumbersForTheSameSeed() {
        assertArrayEquals(
                new SeededRandom(7).longs(100).toArray(),
                new SeededRandom(7).longs(100).toArray());
    }

    @Test
    void splitsTheSameWayForTheSameSeed() {
        SeededRandom a = new SeededRandom(7);
        SeededRandom b = new SeededRandom(7);
        assertEquals(a.split().nextLong(), b.split().nextLong());
        assertNotEquals(a.split().nextLong(), a.split().nextLong());
    }

    @Test
    void startsAnewForEachTest() {
        SeededRandom random = new SeededRandom(7);
        long first = random.nextLong();
        random.beforeEach(null);
        assertEquals(first, random.nextLong());
    }
}
