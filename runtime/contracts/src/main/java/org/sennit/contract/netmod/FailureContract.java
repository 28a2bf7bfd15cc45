package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;

/** Connections that break: healed with nothing lost, or reported once with the cause, as the module claims. */
public interface FailureContract extends ModuleUnderTest {
    @Test
    default void healsAConnectionThatBreaksWithNothingLostDoubledOrReordered() {
        TestNetwork two = network(2);
        assumeTrue(two.process(0).module().capabilities().healsConnections());
        two.connectAll();
        long length = 2L * MIB;
        long number = 1;
        long[] sent = {0, 0};
        List<CountingSend> operations = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < 50; i++, number++) {
                long size = i % 17 == 0 ? length : i * 100L;
                CountingSend operation = new CountingSend();
                operations.add(operation);
                two.process(0).to(1).send(operation, TestPackets.header(0, number, size), payload(number, size));
                two.process(1).start(0, sent[0], payload(sent[0], i));
                sent[0]++;
            }
            long some = two.process(1).device().payloadBytes() + round * 200_000L;
            long all = number;
            two.pollUntil(() -> two.process(1).device().payloadBytes() >= some
                    || two.process(1).device().arrived() >= all);
            breakConnection(two.process(round % 2).to(1 - round % 2));
            awaitRepair(two);
        }
        long all = number;
        two.pollUntil(() -> two.process(1).device().arrived() >= all
                && two.process(0).device().arrived() >= sent[0]
                && operations.stream().allMatch(CountingSend::isDone));
        assertEquals(all, two.process(1).device().arrived());
        MessageContract.assertNumbered(two.process(1).arrivalsInOrder());
        MessageContract.assertNumbered(two.process(0).arrivalsInOrder());
        assertTrue(operations.stream().allMatch(operation -> operation.failures() == 0));
        assertEquals(List.of(), two.process(0).device().events()); // no event
        assertEquals(List.of(), two.process(1).device().events());
    }

    @Test
    default void reportsABreakOnceWithItsCauseAndFailsWhatIsQueued() {
        TestNetwork two = network(2);
        assumeFalse(two.process(0).module().capabilities().healsConnections());
        two.connectAll();
        long length = 30L * MIB;
        MemorySegment payload = payload(1, length);
        CountingSend first = new CountingSend();
        CountingSend second = new CountingSend();
        two.process(0).to(1).send(first, TestPackets.header(0, 1, length), payload);
        two.process(0).to(1).send(second, TestPackets.header(0, 2, length), payload);
        two.pollUntil(() -> two.process(1).device().payloadBytes() > MIB); // a receive is active
        breakConnection(two.process(0).to(1));
        two.pollUntil(() -> first.isDone()
                && second.isDone()
                && two.process(1).device().events().contains("failed 0")
                && two.process(0).device().events().contains("failed 1"));
        assertEquals(1, first.failures());
        assertEquals(1, second.failures());
        assertNotNull(second.cause());
        assertInstanceOf(SennitException.class, second.cause());
        assertEquals(List.of("failed 1"), two.process(0).device().events());
        assertEquals(
                List.of("broken packet", "failed 0"),
                withoutProcess(two.process(1).device().events()));
        // and as after init: the next message connects afresh
        two.process(1).start(0, 5, payload(5, 50));
        two.process(0).start(1, 6, payload(6, 50));
        two.pollUntil(() -> two.process(0).device().arrived() == 1
                && two.process(1).device().arrived() == 2);
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
    }

    private static List<String> withoutProcess(List<String> events) {
        return events.stream()
                .map(event -> event.startsWith("broken packet") ? "broken packet" : event)
                .toList();
    }

    @Test
    default void breaksOnlyTheConnectionWhoseUpcallThrows() {
        TestNetwork three = network(3);
        three.connectAll();
        AtomicInteger calls = new AtomicInteger();
        three.process(0).device().onArrival(arrival -> {
            if (arrival.process() == 1 && calls.getAndIncrement() == 0) {
                throw new IllegalStateException("an upcall of this test throws");
            }
        });
        three.process(1).start(0, 1, MemorySegment.NULL);
        three.pollUntil(() -> three.process(0).device().eventCount() > 0
                && three.process(1).device().eventCount() > 0);
        three.process(2).start(0, 2, MemorySegment.NULL);
        three.pollUntil(() -> three.process(0).device().arrived() == 2);
        assertEquals(List.of("failed 1"), three.process(0).device().events());
        assertEquals(List.of(), three.process(2).device().events());
    }

    @Test
    default void failsSendsToAPeerThatIsGone() {
        TestNetwork two = network(2);
        assumeTrue(two.process(0).module().capabilities().detectsPeerDeath());
        two.process(1).module().close();
        CountingSend operation = new CountingSend();
        two.process(0).to(1).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        two.pollUntil(() -> operation.isDone() && two.process(0).device().eventCount() > 0);
        assertEquals(1, operation.failures());
        assertEquals(List.of("failed 1"), two.process(0).device().events());
    }
}
