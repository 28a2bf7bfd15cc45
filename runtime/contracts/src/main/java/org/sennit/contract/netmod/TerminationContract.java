package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.testkit.Behaviours;

/** The orderly end of a connection, and its next use: {@link TerminableConnection}. */
@Behaviours({79, 80, 89, 92})
public interface TerminationContract extends ModuleUnderTest {
    @Test
    default void terminatesAfterPendingSendsAndReportsItOnceOnBothSides() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 100L * MIB;
        CountingSend operation = new CountingSend();
        two.process(0).to(1).send(operation, TestPackets.header(0, 1, length), payload(1, length));
        two.process(0).to(1, TerminableConnection.class).terminate(); // returns at once: the peer has not polled
        assertFalse(operation.isDone());
        assertEquals(0, two.process(0).device().eventCount());
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                && two.process(1).device().eventCount() > 0);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
        assertEquals(List.of("terminated 0"), two.process(1).device().events());
        assertEquals(
                new Arrival(0, 0, 1, length, true),
                two.process(1).device().arrivals().get(1));
        two.pollUntil(operation::isDone);
        assertEquals(0, operation.failures());
    }

    @Test
    default void terminatesWhileAReceiveIsActiveAndIsAsAfterInit() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 40L * MIB;
        CountingSend operation = new CountingSend();
        two.process(0).to(1).send(operation, TestPackets.header(0, 1, length), payload(1, length));
        two.pollUntil(() -> two.process(1).device().payloadBytes() > MIB); // a receive is active
        two.process(1).to(0, TerminableConnection.class).terminate(); // at the side that receives
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                && two.process(1).device().eventCount() > 0
                && operation.isDone());
        assertEquals(0, operation.failures()); // what was pending has gone before
        assertEquals(
                new Arrival(0, 0, 1, length, true),
                two.process(1).device().arrivals().get(1));
        two.process(0).start(1, 2, payload(2, 1000));
        two.process(1).start(0, 3, payload(3, 1000));
        two.pollUntil(() -> two.process(0).device().arrived() == 1
                && two.process(1).device().arrived() == 3);
        assertEquals(
                new Arrival(0, 0, 2, 1000, true),
                two.process(1).device().arrivals().get(2));
    }

    @Test
    default void terminatesAConnectionThatWasNeverUsedInALaterPoll() {
        TestNetwork two = network(2);
        two.process(0).to(1, TerminableConnection.class).terminate();
        assertEquals(0, two.process(0).device().eventCount());
        two.pollUntil(() -> two.process(0).device().eventCount() == 1);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
    }

    @Test
    default void terminatesOnceWhenBothSidesAsk() {
        TestNetwork two = network(2);
        two.connectAll();
        two.process(0).to(1, TerminableConnection.class).terminate();
        two.process(1).to(0, TerminableConnection.class).terminate();
        two.process(0).to(1, TerminableConnection.class).terminate();
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                && two.process(1).device().eventCount() > 0);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
        assertEquals(List.of("terminated 0"), two.process(1).device().events());
    }

    @Test
    default void keepsSendsAfterTerminateForTheNextConnection() {
        TestNetwork two = network(2);
        for (int round = 0; round < 50; round++) {
            two.process(0).start(1, 3L * round, payload(3L * round, 1000));
            two.process(0).to(1, TerminableConnection.class).terminate();
            two.process(0).start(1, 3L * round + 1, payload(3L * round + 1, 10));
            two.process(0).start(1, 3L * round + 2, payload(3L * round + 2, 70_000));
            int arrived = 3 * (round + 1);
            two.pollUntil(() -> two.process(1).device().arrived() >= arrived);
        }
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
        two.pollUntil(() -> two.process(0).device().eventCount() >= 50);
        assertEquals(50, two.process(0).device().eventCount());
    }

    @Test
    default void closesTwiceAndRefusesSendsAfterwards() {
        TestNetwork two = network(2);
        two.connectAll();
        two.close();
        two.process(0).module().close();
        MemorySegment header = TestPackets.header(0, 0, 0);
        assertThrows(
                SennitException.class, () -> two.process(0).to(1).send(new CountingSend(), header, MemorySegment.NULL));
        assertThrows(SennitException.class, () -> two.process(0).to(1).startMessage(header, MemorySegment.NULL));
        two.process(0).to(1, TerminableConnection.class).terminate(); // does nothing
    }

    @Test
    default void terminatesFromInsideAnUpcallOnlyAfterIt() {
        TestNetwork two = network(2);
        two.process(1).device().onArrival(arrival -> {
            two.process(1).to(0, TerminableConnection.class).terminate();
            assertEquals(0, two.process(1).device().eventCount());
        });
        two.process(0).start(1, 0, MemorySegment.NULL);
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                && two.process(1).device().eventCount() > 0);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
        assertEquals(List.of("terminated 0"), two.process(1).device().events());
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
            two.process(round % 2).to(1 - round % 2, TerminableConnection.class).terminate();
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
