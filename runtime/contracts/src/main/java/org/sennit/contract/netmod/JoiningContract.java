package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/** Connections by card alone: {@link JoiningModule}. */
@Behaviours(89)
public interface JoiningContract extends ModuleUnderTest {
    @Test
    default void connectsByCardAloneAndLearnsWhoThePeerIs() {
        TestNetwork two = network(2, false); // the job has started with one process
        TestProcess joining = two.process(1);
        TestProcess root = two.process(0);
        VirtualConnection toRoot = joining.module().require(JoiningModule.class).connectToRoot(root.card());
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
    default void refusesTheCardOfAnotherKindOfModule() {
        JoiningModule module = network(2).process(0).module().require(JoiningModule.class);
        BusinessCard foreign = new BusinessCard("a-card-of-another-kind");
        assertThrows(SennitException.class, () -> module.connectToRoot(foreign));
    }
}
