package org.sennit.examples.qmp.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PhiloxTest {
    @Example
    void drawsThePublishedNumbers() { // the known answers that come with Random123
        assertDraws("16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b", 0, 0, 0, 0, 0, 0);
        assertDraws("87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0", -1, -1, -1, -1, -1, -1);
        assertDraws(
                "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
                0x452821e638d01377L,
                0xbe5466cf34e90c6cL,
                0x243f6a8885a308d3L,
                0x13198a2e03707344L,
                0xa4093822299f31d0L,
                0x082efa98ec4e6c89L);
    }

    @Property(tries = 200)
    void dependsOnCounterAndKeyAlone(@ForAll long seed, @ForAll long counter) {
        Philox first = new Philox(seed, 1);
        first.draw(counter, 2, 3, 4);
        long word = first.word(0);
        first.draw(counter + 1, 2, 3, 4);
        assertNotEquals(word, first.word(0));
        first.draw(counter, 2, 3, 4);
        assertEquals(word, first.word(0));
        Philox other = new Philox(seed, 2);
        other.draw(counter, 2, 3, 4);
        assertNotEquals(word, other.word(0));
    }

    @Example
    void isEvenlyDistributed() {
        Philox random = new Philox(7, 7);
        int count = 100_000;
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < count; k++) {
            random.draw(k, 0, 0, 0);
            for (int word = 0; word < 4; word++) {
                double x = random.uniform(word);
                assertTrue(x > 0 && x <= 1, "x = " + x);
                sum += x;
                squares += x * x;
            }
        }
        assertEquals(0.5, sum / count / 4, 0.003); // six standard deviations
        assertEquals(1.0 / 3, squares / count / 4, 0.003);
    }

    private static void assertDraws(String expected, long key0, long key1, long c0, long c1, long c2, long c3) {
        Philox random = new Philox(key0, key1);
        random.draw(c0, c1, c2, c3);
        String drawn = String.format(
                "%016x %016x %016x %016x", random.word(0), random.word(1), random.word(2), random.word(3));
        assertEquals(expected, drawn);
    }
}
