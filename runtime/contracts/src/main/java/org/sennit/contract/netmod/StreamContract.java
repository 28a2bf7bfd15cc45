package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/** Messages in pieces: many small ones in one piece, and a long one that is given up in the middle. */
@Behaviours({77, 78})
public interface StreamContract extends ModuleUnderTest {
    @Test
    default void handsUpManyPacketsInOneBufferAndAPartOfTheNext() {
        TestNetwork two = network(2);
        long length = 5L * MIB + 1;
        for (int i = 0; i < 2000; i++) { // queued until there is a connection: they arrive together
            two.process(0).start(1, i, payload(i, i % 50));
        }
        CountingSend last = new CountingSend();
        two.process(0).to(1).send(last, TestPackets.header(0, 2000, length), payload(2000, length));
        two.pollUntil(() -> two.process(1).device().arrived() == 2001 && last.isDone());
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
    }

    @Test
    default void givesUpAMessageWhoseMemoryGoesHalfway() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 60L * MIB;
        Arena arena = Arena.ofShared();
        CountingSend gone = new CountingSend();
        CountingSend after = new CountingSend();
        VirtualConnection to = two.process(0).to(1);
        to.send(gone, TestPackets.header(0, 1, length), TestPackets.payload(arena, 1, length));
        to.send(after, TestPackets.header(0, 2, 100), payload(2, 100));
        two.pollUntil(() -> two.process(1).device().payloadBytes() > MIB);
        arena.close();
        two.pollUntil(() -> after.isDone() && two.process(1).device().arrived() == 2);
        assertEquals(1, gone.failures());
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
        assertEquals("aborted 0", two.process(1).device().events().get(0));
        assertEquals(0, two.process(0).device().eventCount());
    }
}
