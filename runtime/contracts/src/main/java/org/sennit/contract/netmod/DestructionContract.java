package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;

/** Forgetting a connection for good, and another one to the same peer: {@link TerminableConnection#destroy}. */
public interface DestructionContract extends ModuleUnderTest {
    @Test
    default void destroysOnlyWhatIsNotInUse() {
        TestNetwork two = network(2);
        two.connectAll();
        VirtualConnection to = two.process(0).to(1);
        assertThrows(IllegalStateException.class, to.require(TerminableConnection.class)::destroy);
        to.startMessage(TestPackets.header(0, 1, 0), MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 2);
    }

    @Test
    default void usesAnotherConnectionAfterTerminateAndDestroy() {
        TestNetwork two = network(2);
        for (int round = 0; round < 20; round++) {
            VirtualConnection to =
                    two.process(0).module().connect(1, two.process(1).card());
            int before = two.process(0).device().eventCount();
            int arrived = round + 1;
            to.startMessage(TestPackets.header(0, round, 100), payload(round, 100));
            to.require(TerminableConnection.class).terminate();
            two.pollUntil(() -> two.process(0).device().eventCount() > before
                    && two.process(1).device().arrived() == arrived
                    && two.process(1).device().eventCount() == arrived);
            to.require(TerminableConnection.class).destroy();
            MemorySegment header = TestPackets.header(0, 0, 0);
            assertThrows(SennitException.class, () -> to.startMessage(header, MemorySegment.NULL));
            assertThrows(SennitException.class, () -> to.send(new CountingSend(), header, MemorySegment.NULL));
            assertNotSame(to, two.process(0).module().connect(1, two.process(1).card()));
        }
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
        assertEquals(20, two.process(1).device().arrived());
    }

    @Test
    default void destroysAConnectionThatWasNeverUsed() {
        TestNetwork two = network(2);
        two.process(0).to(1, TerminableConnection.class).destroy();
        two.process(1).start(0, 1, payload(1, 10)); // the peer does not know, and connects
        VirtualConnection again =
                two.process(0).module().connect(1, two.process(1).card());
        again.startMessage(TestPackets.header(0, 2, 0), MemorySegment.NULL);
        two.pollUntil(() -> two.process(0).device().arrived() == 1
                && two.process(1).device().arrived() == 1);
    }
}
