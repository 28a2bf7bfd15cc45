package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkSend;
import org.sennit.runtime.netmod.PollDirection;
import org.sennit.runtime.netmod.VirtualConnection;
import org.sennit.testkit.Deadline;

/**
 * What every network module does when one thread drives it: messages of any size and shape, order, back-pressure, the end
 * of a connection and its failure. Each case has processes of its own.
 */
@Deadline(seconds = 60)
public abstract class NetworkModuleContract {
    private static final int MIB = 1 << 20;

    private TestNetwork network;

    /** Made by JUnit. */
    protected NetworkModuleContract() {}

    /**
     * The module under test.
     *
     * @return its factory
     */
    protected abstract NetworkModuleFactory factory();

    /**
     * Its settings.
     *
     * @return the options
     */
    protected Options options() {
        return Options.fromEnvironment();
    }

    /**
     * Cuts a connection as the death of a peer would; both sides notice. Called without the loop held.
     *
     * @param vc a connection that is in use
     */
    protected abstract void cut(VirtualConnection vc);

    private TestNetwork network(int processes) {
        network = new TestNetwork(processes, factory(), options());
        return network;
    }

    /** Closes what the test has opened. */
    @AfterEach
    protected final void closeNetwork() {
        if (network != null) {
            network.close();
        }
    }

    private static MemorySegment payload(long number, long length) {
        return TestPackets.payload(Arena.ofAuto(), number, length);
    }

    // ---- messages ----

    @Test
    void handsUpPacketsOfAnyLengthWhole() {
        TestNetwork two = network(2);
        long[] lengths = {0, 10, 70_000, 1, 0, 255, 256, 257, MIB - 1, MIB, MIB + 1, 0};
        List<MemorySegment> kept = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            kept.add(payload(i, lengths[i]));
            two.process(0).start(1, i, kept.get(i));
        }
        two.pollUntil(() -> two.process(1).device().arrived() == lengths.length);
        List<Arrival> arrivals = two.process(1).device().arrivals();
        for (int i = 0; i < lengths.length; i++) {
            assertEquals(new Arrival(0, 0, i, lengths[i], true), arrivals.get(i));
        }
    }

    @Test
    void keepsOrderOverManySmallMessages() {
        TestNetwork two = network(2);
        int count = 20_000;
        MemorySegment empty = MemorySegment.NULL;
        for (int i = 0; i < count; i++) {
            two.process(0).start(1, i, empty);
        }
        two.pollUntil(() -> two.process(1).device().arrived() == count);
        assertInOrder(two.process(1).device().arrivals());
    }

    static void assertInOrder(List<Arrival> arrivals) {
        for (int i = 0; i < arrivals.size(); i++) {
            assertEquals(i, arrivals.get(i).number());
            assertTrue(arrivals.get(i).isIntact());
        }
    }

    @Test
    void needsNoRequestForASmallMessageOnAnIdleConnection() {
        TestNetwork two = network(2);
        two.connectAll();
        MemorySegment payload = payload(1, 8);
        assertNull(two.process(0).start(1, 1, payload));
        payload.fill((byte) 0); // the memory is the caller's again
        two.pollUntil(() -> two.process(1).device().arrived() == 2);
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
    }

    @Test
    void queuesMessagesOnceThePeerStallsAndCompletesEachOnce() {
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
    void sendsFurtherBatchesBeforeAnythingElse() {
        TestNetwork two = network(2);
        CountingSend operation = new CountingSend(2);
        VirtualConnection to = two.process(0).to(1);
        to.send(operation, TestPackets.header(0, 0, 5), payload(0, 5));
        to.startMessage(TestPackets.header(0, 3, 0), MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 4);
        assertInOrder(two.process(1).device().arrivals());
        assertEquals(3, operation.batches());
        assertEquals(0, operation.failures());
        assertTrue(operation.isDone());
    }

    @Test
    void sendsMoreThanTheEagerLimitInOneCall() {
        TestNetwork two = network(2);
        long length = two.process(0).to(1).eagerLimitBytes() + 1L;
        CountingSend operation = new CountingSend();
        MemorySegment payload = payload(9, length);
        two.process(0).to(1).send(operation, TestPackets.header(0, 9, length), payload);
        two.pollUntil(() -> two.process(1).device().arrived() == 1 && operation.isDone());
        assertEquals(
                new Arrival(0, 0, 9, length, true),
                two.process(1).device().arrivals().get(0));
    }

    @Test
    void sendsTensOfMegabytesFromHeapAndOffHeap() {
        TestNetwork two = network(2);
        long length = 80L * MIB + 13;
        CountingSend offHeap = new CountingSend();
        CountingSend heap = new CountingSend();
        MemorySegment first = payload(1, length);
        MemorySegment second = MemorySegment.ofArray(new byte[3 * MIB + 1]);
        TestPackets.fill(second, 2);
        two.process(0).to(1).send(offHeap, TestPackets.header(0, 1, length), first);
        two.process(0).to(1).send(heap, TestPackets.header(0, 2, second.byteSize()), second);
        two.pollUntil(() -> two.process(1).device().arrived() == 2 && heap.isDone());
        assertEquals(
                new Arrival(0, 0, 1, length, true),
                two.process(1).device().arrivals().get(0));
        assertEquals(
                new Arrival(0, 0, 2, second.byteSize(), true),
                two.process(1).device().arrivals().get(1));
        assertEquals(1, offHeap.batches());
    }

    @Test
    void sendsAVectorAsTheConcatenationOfItsSlices() {
        TestNetwork two = network(2);
        List<MemorySegment> slices = new ArrayList<>();
        long length = 0;
        for (int i = 0; i < 10_000; i++) {
            length += (i * 37) % 101;
        }
        MemorySegment whole = payload(4, length);
        long at = 0;
        for (int i = 0; i < 10_000; i++) {
            long part = (i * 37) % 101;
            slices.add(whole.asSlice(at, part));
            at += part;
        }
        CountingSend operation = new CountingSend();
        two.process(0).to(1).sendVector(operation, TestPackets.header(0, 4, length), slices);
        two.pollUntil(() -> two.process(1).device().arrived() == 1 && operation.isDone());
        assertEquals(
                new Arrival(0, 0, 4, length, true),
                two.process(1).device().arrivals().get(0));
    }

    @Test
    void makesProgressInBothDirectionsUnderConstantSending() {
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
    void connectsThreeProcessesWithEachOther() {
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

    // ---- head-to-head ----

    @Test
    void resolvesHeadToHeadConnectsToOneConnectionWithNothingLost() {
        TestNetwork two = network(2);
        int rounds = 1000;
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
            assertInOrder(device.arrivals());
            assertEquals(rounds, device.eventCount());
            String terminated = "terminated " + (1 - i);
            assertTrue(device.events().stream().allMatch(terminated::equals));
        }
    }

    // ---- the end of a connection ----

    @Test
    void terminatesAfterPendingSendsAndReportsItOnceOnBothSides() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 100L * MIB;
        CountingSend operation = new CountingSend();
        MemorySegment payload = payload(1, length);
        two.process(0).to(1).send(operation, TestPackets.header(0, 1, length), payload);
        two.process(0).to(1).terminate(); // returns at once: the peer has not polled
        assertFalse(operation.isDone());
        assertEquals(0, two.process(0).device().eventCount());
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                && two.process(1).device().eventCount() > 0);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
        assertEquals(List.of("terminated 0"), two.process(1).device().events());
        assertEquals(
                new Arrival(0, 0, 1, length, true),
                two.process(1).device().arrivals().get(1));
        assertTrue(operation.isDone());
    }

    @Test
    void terminatesAConnectionThatWasNeverUsedInALaterPoll() {
        TestNetwork two = network(2);
        two.process(0).to(1).terminate();
        assertEquals(0, two.process(0).device().eventCount());
        two.pollUntil(() -> two.process(0).device().eventCount() == 1);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
    }

    @Test
    void terminatesOnceWhenBothSidesAsk() {
        TestNetwork two = network(2);
        two.connectAll();
        two.process(0).to(1).terminate();
        two.process(1).to(0).terminate();
        two.process(0).to(1).terminate();
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                && two.process(1).device().eventCount() > 0);
        assertEquals(List.of("terminated 1"), two.process(0).device().events());
        assertEquals(List.of("terminated 0"), two.process(1).device().events());
    }

    @Test
    void keepsSendsAfterTerminateForTheNextConnection() {
        TestNetwork two = network(2);
        for (int round = 0; round < 50; round++) {
            two.process(0).start(1, 3L * round, payload(3L * round, 1000));
            two.process(0).to(1).terminate();
            two.process(0).start(1, 3L * round + 1, payload(3L * round + 1, 10));
            two.process(0).start(1, 3L * round + 2, payload(3L * round + 2, 70_000));
            int arrived = 3 * (round + 1);
            two.pollUntil(() -> two.process(1).device().arrived() >= arrived);
        }
        assertInOrder(two.process(1).device().arrivals());
        assertEquals(50, two.process(0).device().eventCount());
    }

    @Test
    void closesTwiceAndRefusesSendsAfterwards() {
        TestNetwork two = network(2);
        two.connectAll();
        two.close();
        two.process(0).module().close();
        MemorySegment header = TestPackets.header(0, 0, 0);
        assertThrows(
                SennitException.class, () -> two.process(0).to(1).send(new CountingSend(), header, MemorySegment.NULL));
        assertThrows(SennitException.class, () -> two.process(0).to(1).startMessage(header, MemorySegment.NULL));
        two.process(0).to(1).terminate(); // does nothing
    }

    // ---- failure ----

    @Test
    void reportsABreakOnceWithItsCauseAndFailsWhatIsQueued() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 30L * MIB;
        MemorySegment payload = payload(1, length);
        CountingSend first = new CountingSend();
        CountingSend second = new CountingSend();
        two.process(0).to(1).send(first, TestPackets.header(0, 1, length), payload);
        two.process(0).to(1).send(second, TestPackets.header(0, 2, length), payload);
        two.pollUntil(() -> two.process(1).device().payloadBytes() > MIB); // a receive is active
        cut(two.process(0).to(1));
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
    void failsSendsToAPeerThatIsGone() {
        assumeTrue(network(2).process(0).module().capabilities().detectsPeerDeath());
        network.process(1).module().close();
        CountingSend operation = new CountingSend();
        network.process(0).to(1).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        network.pollUntil(
                () -> operation.isDone() && network.process(0).device().eventCount() > 0);
        assertEquals(1, operation.failures());
        assertEquals(List.of("failed 1"), network.process(0).device().events());
    }

    @Test
    void failsAQueuedSendWhoseMemoryHasGoneAndNothingElse() {
        TestNetwork two = network(2);
        CountingSend before = new CountingSend();
        CountingSend gone = new CountingSend();
        CountingSend after = new CountingSend();
        MemorySegment payload = payload(1, 1000);
        Arena arena = Arena.ofShared();
        MemorySegment closed = TestPackets.payload(arena, 2, 1000);
        VirtualConnection to = two.process(0).to(1);
        to.send(before, TestPackets.header(0, 1, 1000), payload); // queued: there is no connection yet
        to.send(gone, TestPackets.header(0, 2, 1000), closed);
        to.send(after, TestPackets.header(0, 1, 1000), payload);
        arena.close();
        two.pollUntil(() -> after.isDone() && two.process(1).device().arrived() == 2);
        assertEquals(1, gone.failures());
        assertInstanceOf(IllegalStateException.class, gone.cause());
        assertEquals(0, before.failures() + after.failures());
        assertTrue(two.process(1).device().arrivals().stream().allMatch(Arrival::isIntact));
        assertEquals(0, two.process(0).device().eventCount());
    }

    @Test
    void givesUpAMessageWhoseMemoryGoesHalfway() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 60L * MIB;
        Arena arena = Arena.ofShared();
        CountingSend gone = new CountingSend();
        CountingSend after = new CountingSend();
        MemorySegment small = payload(2, 100);
        VirtualConnection to = two.process(0).to(1);
        to.send(gone, TestPackets.header(0, 1, length), TestPackets.payload(arena, 1, length));
        to.send(after, TestPackets.header(0, 2, 100), small);
        two.pollUntil(() -> two.process(1).device().payloadBytes() > MIB);
        arena.close();
        two.pollUntil(() -> after.isDone() && two.process(1).device().arrived() == 2);
        assertEquals(1, gone.failures());
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
        assertEquals("aborted 0", two.process(1).device().events().get(0));
        assertEquals(0, two.process(0).device().eventCount());
    }

    @Test
    void breaksOnlyTheConnectionWhoseUpcallThrows() {
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
        three.process(1).start(0, 3, MemorySegment.NULL);
        three.pollUntil(() -> three.process(0).device().arrived() == 3);
        assertEquals(List.of("failed 1"), three.process(0).device().events());
    }

    @Test
    void refusesToWaitInsideAnUpcall() {
        TestNetwork two = network(2);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        two.process(1).device().onArrival(arrival -> {
            try {
                two.process(1).module().await(() -> false, 1_000_000);
            } catch (IllegalStateException e) {
                thrown.set(e);
            }
        });
        two.process(0).start(1, 0, MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 1);
        assertNotNull(thrown.get());
    }

    @Test
    void answersFromInsideAnUpcall() {
        TestNetwork two = network(2);
        two.process(1).device().onArrival(arrival -> two.process(1).start(0, arrival.number(), MemorySegment.NULL));
        for (int i = 0; i < 1000; i++) {
            two.process(0).start(1, i, MemorySegment.NULL);
        }
        two.pollUntil(() -> two.process(0).device().arrived() == 1000);
        assertInOrder(two.process(0).device().arrivals());
    }
}
