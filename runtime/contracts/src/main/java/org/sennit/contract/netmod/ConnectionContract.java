package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/** How connections come to be: by number, by card alone, and from both sides at once. */
@Behaviours(89)
public interface ConnectionContract extends ModuleUnderTest {
    @Test
    default void returnsTheConnectionThatThereIs() {
        TestNetwork two = network(2);
        VirtualConnection to = two.process(0).to(1);
        assertSame(to, two.process(0).module().connect(1, two.process(1).card()));
        assertEquals(1, to.process());
        two.connectAll();
        assertSame(to, two.process(0).module().connect(1, two.process(1).card()));
    }

    @Test
    default void refusesToConnectToItselfAndToNobody() {
        TestNetwork two = network(2);
        NetworkModule module = two.process(0).module();
        BusinessCard own = two.process(0).card();
        BusinessCard foreign = new BusinessCard("a-card-of-another-kind");
        assertThrows(SennitException.class, () -> module.connect(0, own));
        assertThrows(
                SennitException.class, () -> module.connect(-1, two.process(1).card()));
        assertThrows(SennitException.class, () -> module.connect(5, foreign));
        assertThrows(SennitException.class, () -> module.connectToRoot(foreign));
    }

    @Test
    default void connectsByCardAloneAndLearnsWhoThePeerIs() {
        TestNetwork two = network(2, false); // the job has started with one process
        TestProcess joining = two.process(1);
        TestProcess root = two.process(0);
        VirtualConnection toRoot = joining.module().connectToRoot(root.card());
        assertTrue(toRoot.process() < 0);
        long length = 70_000;
        toRoot.send(new CountingSend(), TestPackets.header(0, 0, length), payload(0, length));
        two.pollUntil(() -> root.device().arrived() == 1 && toRoot.process() >= 0);
        assertEquals(0, toRoot.process());
        assertEquals(
                new Arrival(1, 0, 0, length, true), root.device().arrivals().get(0));
        // the root answers on the connection that it has been given
        VirtualConnection back = root.module().connect(1, joining.card());
        back.startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        two.pollUntil(() -> joining.device().arrived() == 1);
        assertEquals(0, joining.device().arrivals().get(0).process());
    }

    @Test
    default void resolvesHeadToHeadConnectsToOneConnectionWithNothingLost() {
        TestNetwork two = network(2);
        int rounds = headToHeadRounds();
        for (int round = 0; round < rounds; round++) {
            two.process(round & 1).start(1 - (round & 1), 2L * round, MemorySegment.NULL);
            two.process(1 - (round & 1)).start(round & 1, 2L * round, MemorySegment.NULL);
            two.process(0).start(1, 2L * round + 1, MemorySegment.NULL);
            two.process(1).start(0, 2L * round + 1, MemorySegment.NULL);
            int arrived = 2 * (round + 1);
            two.pollUntil(() -> two.process(0).device().arrived() >= arrived
                    && two.process(1).device().arrived() >= arrived);
            two.process(round % 2).to(1 - round % 2).terminate();
            int ended = round + 1;
            two.pollUntil(() -> two.process(0).device().eventCount() >= ended
                    && two.process(1).device().eventCount() >= ended);
        }
        for (int i = 0; i < 2; i++) {
            RecordingDevice device = two.process(i).device();
            assertEquals(2 * rounds, device.arrived());
            MessageContract.assertNumbered(two.process(i).arrivalsInOrder());
            assertEquals(rounds, device.eventCount());
            String terminated = "terminated " + (1 - i);
            assertTrue(device.events().stream().allMatch(terminated::equals));
        }
    }
}
