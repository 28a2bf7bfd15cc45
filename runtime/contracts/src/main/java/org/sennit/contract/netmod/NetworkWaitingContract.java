package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.testkit.Deadline;

/**
 * The contract of every network module when many threads send and wait: each thread's messages stay in order, no thread
 * waits for ever, and no message stays queued when all threads stop sending.
 */
@Deadline(seconds = 120)
public abstract class NetworkWaitingContract {
    private TestNetwork network;

    /** Made by JUnit. */
    protected NetworkWaitingContract() {}

    /** Returns the module under test. */
    protected abstract NetworkModuleFactory factory();

    protected Options options() {
        return Options.fromEnvironment();
    }

    private TestNetwork connectedPair() {
        network = new TestNetwork(2, factory(), options());
        network.connectAll();
        return network;
    }

    /** Closes what the test has opened. */
    @AfterEach
    protected final void closeNetwork() {
        if (network != null) {
            network.close();
        }
    }

    /** Threads of a test, the first failure of which is the test's. */
    private static final class Crew {
        private final List<Thread> threads = new ArrayList<>();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        void add(boolean isVirtual, Runnable body) {
            Runnable guarded = () -> {
                try {
                    body.run();
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            };
            threads.add(
                    isVirtual
                            ? Thread.ofVirtual().unstarted(guarded)
                            : Thread.ofPlatform().daemon(true).unstarted(guarded));
        }

        void run() throws InterruptedException {
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertNull(failure.get(), () -> "a thread of the test failed: " + failure.get());
        }
    }

    @Test
    void keepsEachThreadsOrderAmongManySenders() throws InterruptedException {
        TestNetwork two = connectedPair();
        int senders = 6;
        int each = 4_000;
        Crew crew = new Crew();
        for (int s = 0; s < senders; s++) {
            int stream = s;
            crew.add(false, () -> {
                MemorySegment payload = TestPackets.payload(Arena.ofAuto(), 0, 3);
                for (int i = 0; i < each; i++) {
                    two.process(0).to(1).startMessage(TestPackets.header(stream, i, 0), MemorySegment.NULL);
                    if (i % 97 == 0) { // a queued one between two that go at once
                        two.process(0).to(1).send(new CountingSend(), TestPackets.header(100 + stream, 0, 3), payload);
                    }
                    if (i % 31 == 0) {
                        two.process(0).poll();
                    }
                }
            });
        }
        long total = 1 + (long) senders * (each + (each + 96) / 97);
        crew.add(false, () -> awaitArrivals(two.process(1), total));
        crew.add(
                false,
                () -> { // keeps the sending side's backlog going
                    while (two.process(1).device().arrived() < total) {
                        two.process(0)
                                .module()
                                .await(() -> two.process(1).device().arrived() >= total, 1_000_000);
                    }
                });
        crew.run();
        assertStreamsInOrder(two.process(1).device().arrivals().subList(1, (int) total), senders);
    }

    private static void assertStreamsInOrder(List<Arrival> arrivals, int streams) {
        Map<Long, Long> next = new HashMap<>();
        for (Arrival arrival : arrivals) {
            if (arrival.stream() < streams) {
                long expected = next.merge(arrival.stream(), 1L, Long::sum) - 1;
                assertEquals(expected, arrival.number(), () -> "reordered, stream=" + arrival.stream());
            }
            assertTrue(arrival.isIntact());
        }
    }

    private static void awaitArrivals(TestProcess process, long count) {
        process.awaitUntil(() -> process.device().arrived() >= count);
    }

    @Test
    void wakesEveryWaitingPlatformThread() throws InterruptedException {
        pingPong(6, 1_000, false);
    }

    @Test
    void wakesEveryWaitingVirtualThread() throws InterruptedException {
        pingPong(100, 50, true);
    }

    /** Runs threads in pairs, one in each process; each waits for its own messages only and is woken by the upcall. */
    private void pingPong(int pairs, int rounds, boolean isVirtual) throws InterruptedException {
        TestNetwork two = connectedPair();
        Crew crew = new Crew();
        for (int p = 0; p < 2; p++) {
            int me = p;
            AtomicLongArray last = new AtomicLongArray(pairs);
            Thread[] waiting = new Thread[pairs];
            TestProcess process = two.process(me);
            process.device().onArrival(arrival -> {
                if (arrival.number() > 0) {
                    last.set((int) arrival.stream(), arrival.number());
                    process.module().wake(waiting[(int) arrival.stream()]);
                }
            });
            for (int s = 0; s < pairs; s++) {
                int stream = s;
                crew.add(isVirtual, () -> {
                    for (int round = 1; round <= rounds; round++) {
                        int expected = round;
                        if (me == 0) {
                            process.to(1).startMessage(TestPackets.header(stream, round, 0), MemorySegment.NULL);
                        }
                        while (last.get(stream) < expected) {
                            process.module().await(() -> last.get(stream) >= expected, Long.MAX_VALUE);
                        }
                        if (me == 1) {
                            process.to(0).startMessage(TestPackets.header(stream, round, 0), MemorySegment.NULL);
                        }
                    }
                });
                waiting[s] = crew.threads.get(crew.threads.size() - 1);
            }
        }
        crew.run();
        assertEquals((long) pairs * rounds, two.process(0).device().arrived());
    }

    /**
     * Senders contend for the loop and then stop: a message that was queued at the wrong moment would stay, since no
     * call drives the loop any more.
     */
    @Test
    void forgetsNoMessageWhenAllSendersFallSilent() throws InterruptedException {
        TestNetwork two = connectedPair();
        int senders = 3;
        int rounds = 3_000;
        AtomicLong settled = new AtomicLong(1);
        CyclicBarrier start = new CyclicBarrier(senders + 1);
        Crew crew = new Crew();
        for (int s = 0; s < senders; s++) {
            int stream = s;
            crew.add(false, () -> {
                for (int round = 0; round < rounds; round++) {
                    pass(start);
                    two.process(0).to(1).startMessage(TestPackets.header(stream, round, 0), MemorySegment.NULL);
                }
            });
        }
        crew.add(false, () -> {
            for (int round = 0; round < rounds; round++) {
                pass(start);
                awaitArrivals(two.process(1), settled.addAndGet(senders));
            }
        });
        crew.run();
        assertStreamsInOrder(two.process(1).device().arrivals().subList(1, 1 + senders * rounds), senders);
    }

    private static void pass(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void resolvesHeadToHeadConnectsOfConcurrentProcesses() throws InterruptedException {
        int rounds = 100;
        network = new TestNetwork(2, factory(), options());
        CyclicBarrier together = new CyclicBarrier(2);
        Crew crew = new Crew();
        for (int p = 0; p < 2; p++) {
            int me = p;
            TestProcess process = network.process(p);
            crew.add(false, () -> {
                for (int round = 0; round < rounds; round++) {
                    pass(together);
                    process.start(1 - me, round, MemorySegment.NULL);
                    awaitArrivals(process, round + 1);
                    pass(together); // both have connected: now one of them ends it
                    if (me == round % 2) {
                        process.to(1 - me, TerminableConnection.class).terminate();
                    }
                    int ended = round + 1;
                    process.awaitUntil(() -> process.device().eventCount() >= ended);
                }
            });
        }
        crew.run();
        for (int p = 0; p < 2; p++) {
            RecordingDevice device = network.process(p).device();
            MessageContract.assertNumbered(network.process(p).arrivalsInOrder());
            assertEquals(rounds, device.arrived());
            String terminated = "terminated " + (1 - p);
            assertTrue(device.events().stream().allMatch(terminated::equals), device.events()::toString);
        }
    }

    @Test
    void letsOneThreadSendWhileAnotherBlocks() throws InterruptedException {
        TestNetwork two = connectedPair();
        int rounds = 300;
        Crew crew = new Crew();
        // process 0: one thread blocks for the answers, another sends
        crew.add(false, () -> awaitArrivals(two.process(0), rounds));
        crew.add(false, () -> {
            for (int i = 0; i < rounds; i++) {
                two.process(0).start(1, i, MemorySegment.NULL);
                long answers = i + 1;
                while (two.process(0).device().arrived() < answers) {
                    Thread.yield(); // a spin would keep its processor from the threads that the message wakes
                }
            }
        });
        two.process(1).device().onArrival(arrival -> two.process(1).start(0, arrival.number(), MemorySegment.NULL));
        crew.add(false, () -> awaitArrivals(two.process(1), rounds + 1));
        crew.run();
    }

    @Test
    void sendsALargeMessageWhileAnotherThreadBlocks() throws InterruptedException {
        TestNetwork two = connectedPair();
        long length = 64L << 20;
        MemorySegment payload = TestPackets.payload(Arena.ofAuto(), 1, length);
        CountingSend operation = new CountingSend();
        Crew crew = new Crew();
        crew.add(
                false,
                () -> { // leads process 0, and does the rest of the sending
                    while (!operation.isDone()) {
                        two.process(0).module().await(operation::isDone, Long.MAX_VALUE);
                    }
                });
        crew.add(false, () -> {
            Thread leader = crew.threads.get(0);
            operation.whenDone(() -> two.process(0).module().wake(leader));
            two.process(0).to(1).send(operation, TestPackets.header(0, 1, length), payload);
        });
        crew.add(false, () -> awaitArrivals(two.process(1), 2));
        crew.run();
        assertTrue(two.process(1).device().arrivals().get(1).isIntact());
    }

    /** Checks the time of the best of some waits; and that it blocks until then, though a call may return early. */
    @Test
    void returnsFromAWaitWhenItsTimeHasPassed() {
        NetworkModule module = connectedPair().process(0).module();
        long timeoutNs = 5_000_000;
        int waits = 20;
        int calls = 0;
        long best = Long.MAX_VALUE;
        long start = System.nanoTime();
        for (long before = start; before - start < waits * timeoutNs || calls < waits; calls++) {
            module.await(() -> false, timeoutNs);
            long after = System.nanoTime();
            best = Math.min(best, after - before);
            before = after;
        }
        assertTrue(best < 100 * timeoutNs, "the shortest of " + calls + " waits took ns=" + best);
        assertTrue(calls <= 10 * waits, "returned early in most of " + calls + " calls");
    }

    @Test
    void keepsTheInterruptStatusOfAWaitingThread() {
        NetworkModule module = connectedPair().process(0).module();
        Thread.currentThread().interrupt();
        module.await(() -> false, 2_000_000);
        boolean wasKept = Thread.interrupted();
        assertTrue(wasKept);
    }

    /** Checks waits that only the end of the module ends: nothing is ever ready, and there is no limit of time. */
    @Test
    void endsTheWaitsOfAModuleThatIsClosed() throws InterruptedException {
        TestNetwork two = connectedPair();
        Crew crew = new Crew();
        CountDownLatch waiting = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            crew.add(i == 2, () -> {
                AtomicBoolean isFirstLook = new AtomicBoolean(true);
                two.process(0)
                        .module()
                        .await(
                                () -> {
                                    if (isFirstLook.getAndSet(false)) {
                                        waiting.countDown();
                                    }
                                    return false;
                                },
                                Long.MAX_VALUE);
            });
        }
        crew.add(false, () -> {
            while (waiting.getCount() > 0) {
                Thread.yield();
            }
            two.close();
        });
        crew.run();
    }
}
