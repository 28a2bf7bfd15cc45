package org.sennit.internal.runtime.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ProcessorSetTest {

    @Test
    void readsTheListsOfTheSystemAndWritesThemTheShortestWay() {
        assertEquals("0-3,8", ProcessorSet.parse("0-2,3,8\n").text());
        assertEquals(5, ProcessorSet.parse(" 0-3,8 ").size());
        BitSet bits = new BitSet();
        bits.set(7);
        bits.set(63, 66);
        assertEquals("7,63-65", ProcessorSet.of(bits).text());
        assertEquals(bits, ProcessorSet.of(bits).bits());
    }

    @Test
    void whatIsNoListIsEmpty() {
        for (String text : new String[] {"", "x", "3-1", "-1", "0-99999999", "1-"}) {
            assertEquals(ProcessorSet.NONE, ProcessorSet.parse(text), text);
        }
        assertEquals(0, ProcessorSet.NONE.size());
    }

    @Test
    void intersects() {
        assertEquals(
                "2-3", ProcessorSet.parse("0-3").and(ProcessorSet.parse("2-9")).text());
        assertEquals(ProcessorSet.NONE, ProcessorSet.parse("0").and(ProcessorSet.parse("1")));
    }
}
