package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;

/** Any size through each call that sends. */
@Behaviours({83, 84})
public interface SendCallContract extends ModuleUnderTest {
    /** Around the limits that modules have: a header, a small message, a frame, a piece, many of them. */
    List<Long> SIZES =
            List.of(0L, 1L, 63L, 64L, 65L, 4095L, 4097L, 65_535L, 65_536L, 65_537L, MIB - 1L, MIB + 1L, 64L * MIB);

    @Test
    default void startsMessagesOfAnySize() {
        TestNetwork two = network(2);
        List<MemorySegment> inUse = new ArrayList<>();
        for (int i = 0; i < SIZES.size(); i++) {
            MemorySegment payload = payload(i, SIZES.get(i));
            NetworkSend operation = two.process(0).start(1, i, payload);
            if (operation == null) {
                payload.fill((byte) 0); // gone: the memory is the caller's again
            } else {
                inUse.add(payload);
            }
        }
        assertAllSizesArrive(two);
    }

    /** Sends messages that may wait for each other, and in between such that may not. */
    @Test
    default void keepsMessagesThatMayWaitInOrderWithAllOthers() {
        TestNetwork two = network(2);
        List<NetworkSend> pending = new ArrayList<>();
        int count = 3000;
        for (int i = 0; i < count; i++) {
            long length = i % 97 == 0 ? 70_000 : i % 11 == 0 ? 5000 : i % 40;
            MemorySegment header = TestPackets.header(0, i, length);
            if (i % 101 == 100) {
                CountingSend operation = new CountingSend();
                two.process(0).to(1).send(operation, header, payload(i, length));
                pending.add(operation);
            } else if (i % 7 == 6) {
                pending.add(two.process(0).to(1).startMessage(header, payload(i, length)));
            } else {
                pending.add(two.process(0).to(1).startBatched(header, payload(i, length)));
            }
            if (i % 300 == 0) {
                two.process(1).poll();
            }
        }
        two.pollUntil(() -> two.process(1).device().arrived() == count
                && pending.stream().allMatch(operation -> operation == null || operation.isDone()));
        List<Arrival> arrivals = new ArrayList<>(two.process(1).device().arrivals());
        if (!two.process(0).module().isOrdered()) {
            arrivals.sort(Comparator.comparingLong(Arrival::number));
        }
        for (int i = 0; i < count; i++) {
            assertEquals(i, arrivals.get(i).number());
            assertTrue(arrivals.get(i).isIntact());
        }
    }

    @Test
    default void sendsMessagesOfAnySize() {
        TestNetwork two = network(2);
        List<CountingSend> operations = new ArrayList<>();
        for (int i = 0; i < SIZES.size(); i++) {
            operations.add(new CountingSend());
            long length = SIZES.get(i);
            two.process(0).to(1).send(operations.get(i), TestPackets.header(0, i, length), payload(i, length));
        }
        assertAllSizesArrive(two);
        two.pollUntil(() -> operations.stream().allMatch(NetworkSend::isDone));
        operations.forEach(operation -> assertEquals(1, operation.batches()));
    }

    /** Waits until a packet of each size has arrived, and checks them. */
    static void assertAllSizesArrive(TestNetwork two) {
        two.pollUntil(() -> two.process(1).device().arrived() == SIZES.size());
        List<Arrival> arrivals = two.process(1).arrivalsInOrder();
        for (int i = 0; i < SIZES.size(); i++) {
            assertEquals(new Arrival(0, 0, i, SIZES.get(i), true), arrivals.get(i));
        }
    }

    @Test
    default void sendsMoreThanTheEagerLimitInOneCall() {
        TestNetwork two = network(2);
        long length = two.process(0).to(1).eagerLimitBytes() + 1L;
        CountingSend operation = new CountingSend();
        two.process(0).to(1).send(operation, TestPackets.header(0, 9, length), payload(9, length));
        two.pollUntil(() -> two.process(1).device().arrived() == 1 && operation.isDone());
        assertEquals(
                new Arrival(0, 0, 9, length, true),
                two.process(1).device().arrivals().get(0));
    }

    @Test
    default void usesAnOperationAgainAndAgain() {
        TestNetwork two = network(2);
        CountingSend operation = new CountingSend();
        VirtualConnection to = two.process(0).to(1);
        for (int i = 0; i < 300; i++) {
            long length = (i % 3) * 50_000L;
            to.send(operation, TestPackets.header(0, i, length), payload(i, length));
            two.pollUntil(operation::isDone);
        }
        two.pollUntil(() -> two.process(1).device().arrived() == 300);
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
        assertEquals(300, operation.batches());
    }
}
