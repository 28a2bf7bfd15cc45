package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.config.Options;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.testkit.Deadline;

/**
 * Endpoints on virtual threads: ten thousand in one JVM with a default heap, and none holds a carrier while it waits.
 */
@Deadline(seconds = 120)
class VirtualEndpointsTest {
    private static final int MANY = 10_000;
    private static final long MOST_BYTES = 60_000_000;
    private static final int TAG = 5;
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final Options VIRTUAL = Options.fromEnvironment().with(JobProcess.VIRTUAL, true, "the test");

    @TempDir
    private Path folder;

    @Test
    void tenThousandEndpointsMakeAGridAndTalkToTheirNeighbors() {
        Job.run(MANY, VIRTUAL, endpoint -> {
            int[] dims = CartesianCommunicator.createDims(MANY, 0, 0);
            try (CartesianCommunicator grid =
                    endpoint.world().createCartesian(dims, new boolean[] {true, true}, true)) {
                int[] neighbors = new int[4];
                grid.neighborAllgather(new int[] {grid.rank()}, neighbors);
                for (int d = 0; d < 2; d++) {
                    assertEquals(grid.shift(d, 1).source(), neighbors[2 * d]);
                    assertEquals(grid.shift(d, 1).destination(), neighbors[2 * d + 1]);
                }
                grid.barrier();
            }
        });
    }

    @Test
    void aRingAndABarrierOverTenThousandEndpointsPass() {
        long[] atTheEnd = new long[1];
        long[] offHeap = new long[1];
        long before = offHeapBytesInUse();
        long start = System.nanoTime();
        Job.run(MANY, VIRTUAL, endpoint -> {
            Communicator world = endpoint.world();
            assertTrue(Thread.currentThread().isVirtual());
            assertEquals(MANY, world.size());
            world.barrier();
            long[] token = ring(world);
            world.barrier();
            if (world.rank() == 0) {
                atTheEnd[0] = token[0];
                offHeap[0] = offHeapBytes() - before;
            }
        });
        System.out.printf(
                "ring and two barriers over %d virtual endpoints, start and end of the job: %d ms, %d kB off-heap%n",
                MANY, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), offHeap[0] / 1000);
        assertEquals(MANY, atTheEnd[0]);
        assertTrue(offHeap[0] < MOST_BYTES, () -> offHeap[0] + " bytes off-heap");
    }

    @Test
    void tenThousandEndpointsReduceAndMeet() {
        reduceAndMeet(3);
    }

    @Test
    @Tag("stress")
    @Deadline(seconds = 900)
    void tenThousandEndpointsCompleteAHundredBarriersAndAllreduces() {
        reduceAndMeet(100);
    }

    private static void reduceAndMeet(int times) {
        long start = System.nanoTime();
        Job.run(MANY, VIRTUAL, endpoint -> {
            Communicator world = endpoint.world();
            long[] sum = new long[1];
            for (int i = 0; i < times; i++) {
                world.allreduce(new long[] {world.rank() + i}, sum, Operation.SUM);
                assertEquals(MANY * (MANY - 1L) / 2 + (long) MANY * i, sum[0]);
                world.barrier();
            }
        });
        System.out.printf(
                "%d barriers and allreduces over %d virtual endpoints: %d ms%n",
                times, MANY, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }

    /** Each adds one and passes the token on; rank 0 begins, and has it at the end. */
    private static long[] ring(Communicator world) {
        long[] token = {1};
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        if (world.rank() == 0) {
            world.send(token, next, TAG);
            world.receive(token, previous, TAG);
        } else {
            world.receive(token, previous, TAG);
            token[0]++;
            world.send(token, next, TAG);
        }
        return token;
    }

    /** Without what earlier tests have left to the collector, as far as that can be had. */
    private static long offHeapBytesInUse() {
        long before;
        long after = Long.MAX_VALUE;
        do {
            before = after;
            System.gc();
            after = offHeapBytes();
        } while (after < before);
        return after;
    }

    private static long offHeapBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /**
     * Far more endpoints wait than there are carriers; if one held its carrier, the visitors would not all come
     * through.
     */
    @Test
    void otherVirtualThreadsRunWhileAllEndpointsWait() {
        int waiting = 16 * Runtime.getRuntime().availableProcessors();
        CountDownLatch entered = new CountDownLatch(waiting);
        Job.run(waiting + 1, VIRTUAL, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == waiting) {
                await(entered);
                visit();
                releaseAll(world, waiting);
            } else {
                entered.countDown();
                waitSomehow(world, waiting);
            }
            world.barrier();
        });
    }

    private static void waitSomehow(Communicator world, int last) {
        switch (world.rank() % 4) {
            case 0 -> world.receive(new byte[1], last, TAG);
            case 1 -> world.send(new byte[100_000], last, TAG);
            case 2 -> {
                world.probe(last, TAG);
                world.receive(new byte[1], last, TAG);
            }
            default -> world.nonblocking().receive(new byte[1], last, TAG).await();
        }
    }

    private static void releaseAll(Communicator world, int waiting) {
        for (int rank = 0; rank < waiting; rank++) {
            if (rank % 4 == 1) {
                world.receive(new byte[100_000], rank, TAG);
            } else {
                world.send(new byte[1], rank, TAG);
            }
        }
    }

    private static void visit() {
        int visitors = 4 * Runtime.getRuntime().availableProcessors();
        CountDownLatch together = new CountDownLatch(visitors);
        for (int i = 0; i < visitors; i++) {
            Thread.ofVirtual().start(together::countDown);
        }
        await(together);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noWaitPinsItsCarrier() throws IOException {
        Path file = folder.resolve("pinned.jfr");
        try (Recording first = new Recording()) {
            first.start();
            waitInManyWays(); // the first time threads wait for each other to initialise classes, which pins: also
            // those of events
        }
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withoutThreshold();
            recording.start();
            waitInManyWays();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> all = Files.size(file) == 0 ? List.of() : RecordingFile.readAllEvents(file);
        List<RecordedEvent> pinned = all.stream()
                .filter(event -> event.getEventType().getName().equals(PINNED))
                .toList();
        assertTrue(pinned.isEmpty(), pinned::toString);
    }

    private void waitInManyWays() {
        otherVirtualThreadsRunWhileAllEndpointsWait();
        Job.run(100, VIRTUAL, endpoint -> {
            ring(endpoint.world());
            endpoint.world().barrier();
        });
    }

    @Test
    void endpointsOfTwoJvmsMayBeVirtual() {
        MultiJvmRun run = MultiJvmRun.of(VirtualAcross.class, 2, 50, 60);
        assertEquals(0, run.exitStatus(), run::err);
        assertTrue(run.out().contains("token 100"), run::out);
    }

    /** A ring and barriers between two JVMs. */
    static final class VirtualAcross {
        private VirtualAcross() {}

        public static void main(String[] args) {
            Job.run(50, VIRTUAL, endpoint -> {
                Communicator world = endpoint.world();
                long[] token = ring(world);
                world.barrier();
                if (world.rank() == 0) {
                    System.out.println("token " + token[0]);
                }
            });
        }
    }
}
