package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/** Messages, their order, back-pressure and progress. */
@Behaviours({81, 82, 91})
public interface MessageContract extends ModuleUnderTest {
    @Test
    default void handsUpPacketsOfAnyLengthWhole() {
        TestNetwork two = network(2);
        long[] lengths = {0, 10, 70_000, 1, 0, 255, 256, 257, MIB - 1, MIB, MIB + 1, 0};
        for (int i = 0; i < lengths.length; i++) {
            two.process(0).start(1, i, payload(i, lengths[i]));
        }
        two.pollUntil(() -> two.process(1).device().arrived() == lengths.length);
        List<Arrival> arrivals = two.process(1).arrivalsInOrder();
        for (int i = 0; i < lengths.length; i++) {
            assertEquals(new Arrival(0, 0, i, lengths[i], true), arrivals.get(i));
        }
    }

    @Test
    default void keepsOrderOverManySmallMessages() {
        TestNetwork two = network(2);
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            two.process(0).start(1, i, MemorySegment.NULL);
        }
        two.pollUntil(() -> two.process(1).device().arrived() == count);
        assertNumbered(two.process(1).arrivalsInOrder());
    }

    /**
     * Checks that packets are numbered from 0 and intact.
     *
     * @param arrivals what has arrived
     */
    static void assertNumbered(List<Arrival> arrivals) {
        for (int i = 0; i < arrivals.size(); i++) {
            assertEquals(i, arrivals.get(i).number());
            assertTrue(arrivals.get(i).isIntact());
        }
    }

    @Test
    default void needsNoRequestForASmallMessageOnAnIdleConnection() {
        TestNetwork two = network(2);
        two.connectAll();
        MemorySegment payload = payload(1, 8);
        assertNull(two.process(0).start(1, 1, payload));
        payload.fill((byte) 0); // the memory is the caller's again
        two.pollUntil(() -> two.process(1).device().arrived() == 2);
        assertTrue(two.process(1).arrivalsInOrder().get(1).isIntact());
    }

    @Test
    default void queuesMessagesOnceThePeerStallsAndCompletesEachOnce() {
        TestNetwork two = network(2);
        two.connectAll();
        List<NetworkSend> queued = new ArrayList<>();
        MemorySegment payload = payload(7, 64 * 1024);
        int sent = 0;
        while (queued.size() < 5) { // the peer does not poll
            NetworkSend operation = two.process(0).start(1, 7, payload);
            sent++;
            if (operation != null) {
                queued.add(operation);
            }
        }
        assertFalse(queued.get(4).isDone());
        AtomicInteger done = new AtomicInteger();
        queued.forEach(operation -> operation.whenDone(done::incrementAndGet));
        int all = sent + 1;
        two.pollUntil(() -> done.get() == 5 && two.process(1).device().arrived() == all);
        assertEquals(5, done.get());
        assertTrue(queued.stream().allMatch(operation -> operation.failure() == null));
        assertTrue(two.process(1).device().arrivals().stream().allMatch(Arrival::isIntact));
    }

    @Test
    default void sendsFurtherBatchesBeforeAnythingElse() {
        TestNetwork two = network(2);
        CountingSend operation = new CountingSend(2);
        VirtualConnection to = two.process(0).to(1);
        to.send(operation, TestPackets.header(0, 0, 5), payload(0, 5));
        to.startMessage(TestPackets.header(0, 3, 0), MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 4);
        assertNumbered(two.process(1).arrivalsInOrder());
        two.pollUntil(operation::isDone);
        assertEquals(3, operation.batches());
        assertEquals(0, operation.failures());
    }

    @Test
    default void makesProgressInBothDirectionsUnderConstantSending() {
        TestNetwork two = network(2);
        two.connectAll();
        MemorySegment payload = payload(3, 32 * 1024);
        int rounds = 300;
        for (PollDirection direction : PollDirection.values()) {
            long before0 = two.process(0).device().arrived();
            long before1 = two.process(1).device().arrived();
            for (int i = 0; i < rounds; i++) {
                two.process(0).start(1, 3, payload);
                two.process(1).start(0, 3, payload);
                two.process(0).module().poll(direction, 1);
                two.process(1).module().poll(direction, 1);
            }
            two.pollUntil(() -> two.process(0).device().arrived() - before0 == rounds
                    && two.process(1).device().arrived() - before1 == rounds);
        }
    }

    @Test
    default void starvesNoArrivalWhileThereIsAlwaysSomethingToSend() {
        TestNetwork two = network(2);
        two.connectAll();
        TestProcess busy = two.process(0);
        MemorySegment payload = payload(3, 256 * 1024);
        int wanted = 200;
        for (PollDirection direction : PollDirection.values()) {
            long before = busy.device().arrived();
            for (int i = 0; i < wanted; i++) {
                two.process(1).start(0, 3, MemorySegment.NULL);
            }
            NetworkSend last = null;
            while (busy.device().arrived() - before < wanted) {
                while (last == null || last.isDone()) { // never idle
                    last = busy.start(1, 3, payload);
                }
                busy.module().poll(direction, 1);
                two.process(1).poll();
                TestNetwork.checkDeadline();
            }
        }
    }

    @Test
    default void connectsThreeProcessesWithEachOther() {
        TestNetwork three = network(3);
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                if (from != to) {
                    three.process(from).start(to, from, payload(from, 100));
                }
            }
        }
        three.pollUntil(() -> {
            boolean isAll = true;
            for (int i = 0; i < 3; i++) {
                isAll &= three.process(i).device().arrived() == 2;
            }
            return isAll;
        });
        for (int i = 0; i < 3; i++) {
            for (Arrival arrival : three.process(i).device().arrivals()) {
                assertEquals(arrival.process(), arrival.number());
            }
        }
    }
}
