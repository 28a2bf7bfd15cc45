package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.LanedProcess;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.NotCore;

/** Two processes with 2 and 3 lanes. */
@Deadline(seconds = 60)
@Core
class LanesTest {
    private static final int[] ENDPOINTS = {4, 5};
    private static final int[] LANES = {2, 3};
    private static final int MESSAGES = 2_000;
    private static final long LONG_NS = 4_000_000_000L; // a lane that is driven once a second takes 8 s and more
    private static final long LOOK_NS = 1_000_000; // no thread wakes another when all are served

    private final LanedProcess[] two = {process(0), process(1)};
    private final AtomicInteger served = new AtomicInteger(); // endpoints that have got everything, once for each round

    private static LanedProcess process(int number) {
        Options options = Options.fromEnvironment().with(TcpOptions.LANES, LANES[number], "test");
        return new LanedProcess(new TcpModuleFactory(), number, 1, 2, LANES[number], options);
    }

    @AfterEach
    void close() throws InterruptedException {
        Thread other = Thread.ofPlatform().daemon(true).start(two[1]::close);
        two[0].close();
        other.join();
    }

    /** Runs something as every endpoint of both processes. */
    private void asAll(Program program) throws Exception {
        List<Thread> threads = new ArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int p = 0; p < 2; p++) {
            for (int e = 0; e < ENDPOINTS[p]; e++) {
                int process = p;
                int endpoint = e;
                threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                    try {
                        program.run(process, endpoint);
                    } catch (Throwable thrown) {
                        failure.compareAndSet(null, thrown);
                    }
                }));
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        assertEquals(0, two[0].faults().size(), () -> two[0].faults().toString());
        assertEquals(0, two[1].faults().size(), () -> two[1].faults().toString());
    }

    private interface Program {
        void run(int process, int endpoint) throws Exception;
    }

    /**
     * Sends to every endpoint of the other process, and waits for as much, all in the endpoint's own lane. Drives it
     * until all have got everything, since what it has sent may still be in it.
     */
    private void talk(int process, int endpoint, int round) {
        LanedProcess own = two[process];
        int others = ENDPOINTS[1 - process];
        MemorySegment payload = Arena.ofAuto().allocate(20_000);
        for (int i = 0; i < MESSAGES; i++) {
            for (int to = 0; to < others; to++) {
                own.send(endpoint, to, payload.asSlice(0, i % 100 == 0 ? 20_000 : i % 7));
            }
        }
        own.await(endpoint, (long) round * others * MESSAGES);
        served.incrementAndGet();
        NetworkWaiter all = () -> served.get() >= round * (ENDPOINTS[0] + ENDPOINTS[1]);
        while (!all.isReady()) {
            own.module().lane(endpoint).await(all, LOOK_NS);
        }
    }

    private void everybodyTalks(int round) throws Exception {
        asAll((process, endpoint) -> talk(process, endpoint, round));
    }

    @Test
    void everyPairKeepsItsOrderOverOneConnectionWhileAllTalk() throws Exception {
        LanedProcess.meet(two[0], two[1]);
        everybodyTalks(1);
        assertTrue(two[0].losses().isEmpty() && two[1].losses().isEmpty());
    }

    @Test
    void aConnectionBelongsToALaneOfEachSideAndIsTheSameForBothDirections() {
        LanedProcess.meet(two[0], two[1]);
        Set<VirtualConnection> all = new HashSet<>();
        for (int own = 0; own < ENDPOINTS[0]; own++) {
            for (int other = 0; other < ENDPOINTS[1]; other++) {
                VirtualConnection vc = two[0].connection(own, other);
                all.add(vc);
                assertSame(vc, two[0].connection(own + LANES[0], other + LANES[1]));
                assertNotSame(vc, two[0].connection(own + 1, other));
                assertNotSame(vc, two[0].connection(own, other + 1));
            }
        }
        assertEquals(LANES[0] * LANES[1], all.size());
    }

    @Test
    @NotCore
    void allLanesComeToRestAtOnceAndGoOnAfterwards() throws Exception {
        LanedProcess.meet(two[0], two[1]);
        everybodyTalks(1);
        quiesce();
        for (int own = 0; own < ENDPOINTS[0]; own++) {
            two[0].send(own, 0, MemorySegment.NULL); // kept
        }
        assertEquals((long) ENDPOINTS[0] * MESSAGES, two[1].received(0));
        two[0].module().require(QuiescentModule.class).resume();
        two[1].module().require(QuiescentModule.class).resume();
        two[1].await(0, (long) ENDPOINTS[0] * (MESSAGES + 1));
        assertTrue(two[0].losses().isEmpty() && two[1].losses().isEmpty());
        assertTrue(two[1].faults().isEmpty(), () -> two[1].faults().toString());
    }

    private void quiesce() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread other = Thread.ofPlatform().daemon(true).start(() -> {
            try {
                two[1].module().require(QuiescentModule.class).quiesce(Deadlines.ns(50));
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        two[0].module().require(QuiescentModule.class).quiesce(Deadlines.ns(50));
        other.join();
        assertSame(null, failure.get());
    }

    @Test
    void theDeathThatOneLaneFindsIsThatOfAll() throws Exception {
        LanedProcess.meet(two[0], two[1]);
        everybodyTalks(1);
        ((TcpLane) two[1].module().lane(0)).close(); // no farewell; the other lanes are well
        while (two[0].losses().size() < LANES[0] * LANES[1]) {
            two[0].module().poll(PollDirection.IN_FIRST, 64);
            assertTrue(!Thread.currentThread().isInterrupted(), "late");
        }
        for (Throwable loss : two[0].losses()) {
            assertEquals(ErrorClass.PROC_FAILED, ((SennitException) loss).errorClass(), loss::toString);
        }
    }

    /** Once of three times is enough: a busy machine may keep the thread of the lane waiting. */
    @Test
    @NotCore
    void aLaneGoesOnWhoseEndpointsAllComputeWhileThatOfOthersIsDriven() {
        LanedProcess.meet(two[0], two[1]);
        two[0].send(0, 0, MemorySegment.NULL);
        two[1].await(0, 1);
        long leastNs = Long.MAX_VALUE;
        for (int i = 0; i < 3 && leastNs >= LONG_NS; i++) {
            leastNs = Math.min(leastNs, sendLarge(1 + i));
        }
        long tookNs = leastNs;
        assertTrue(tookNs < LONG_NS, () -> "took ns=" + tookNs);
        assertTrue(two[1].faults().isEmpty(), () -> two[1].faults().toString());
    }

    /** Returns how long a large message takes, the number-th one, while the only thread is in another lane. */
    private long sendLarge(int number) {
        long startNs = System.nanoTime();
        CountingSend large = new CountingSend();
        long length = 16L << 20;
        two[0].connection(0, 0)
                .send(
                        large,
                        LanedProcess.header(0, 0, number, length),
                        Arena.ofAuto().allocate(length));
        two[0].send(1, 0, MemorySegment.NULL); // of another lane, which keeps its thread in that one
        two[1].await(0, 1 + 2L * number);
        return System.nanoTime() - startNs;
    }

    @Test
    void whoIsNoEndpointWaitsForAllLanes() {
        LanedProcess.meet(two[0], two[1]);
        for (int own = 0; own < ENDPOINTS[0]; own++) {
            for (int other = 0; other < ENDPOINTS[1]; other++) {
                two[0].send(own, other, MemorySegment.NULL);
            }
        }
        for (int other = 0; other < ENDPOINTS[1]; other++) {
            int to = other;
            while (two[1].received(to) < ENDPOINTS[0]) {
                two[0].module().poll(PollDirection.OUT_FIRST, 64);
                two[1].module().await(() -> two[1].received(to) >= ENDPOINTS[0], Long.MAX_VALUE);
            }
        }
    }

    @Test
    @NotCore
    void anUpcallOfOneLaneMayNotWaitInAnother() {
        LanedProcess.meet(two[0], two[1]);
        two[0].send(0, 0, MemorySegment.NULL);
        two[1].await(0, 1);
        VirtualConnection held = two[0].connection(1, 0);
        SocketCutter.hold(held);
        try {
            assertThrows(
                    IllegalStateException.class, () -> two[0].module().await(() -> false, TimeUnit.SECONDS.toNanos(1)));
            assertThrows(IllegalStateException.class, () -> LanedProcess.meet(two[0], two[1]));
        } finally {
            SocketCutter.letGo(held);
        }
    }
}
