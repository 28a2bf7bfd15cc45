package org.sennit.conformance.flood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.internal.endpoints.device.EndpointFactory;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** A sender that its receiver does not follow is held at the receiver's budget, and all arrives in order. */
@Deadline(seconds = 40)
class FloodTest {
    private static final int BUDGET_MIB = 1;
    private static final Options SMALL =
            Options.fromEnvironment().with(EndpointFactory.FLOOD_BUDGET, BUDGET_MIB, "test");

    /** A chunk that is appended when the budget is just reached, by each of some senders. */
    private static final long SLACK_BYTES = 8L * 64 * (128 + 256 + 8);

    /** More than any number of these messages that fit the budget. */
    private static final int BEYOND_BUDGET = (BUDGET_MIB << 20) / 64;

    /**
     * A short message occupies 136 bytes in the inbox, and 208 when the receiver has taken it out before its receive is
     * posted, as it does now and then to look behind it. So what is within the budget in the inbox may grow by half.
     */
    private static void checkMemory(Endpoint endpoint, long budgetBytes) {
        long most = endpoint.statistics().matching().mostBytes();
        assertTrue(most <= budgetBytes * 208 / 136 + SLACK_BYTES, () -> "most bytes " + most);
    }

    private static void awaitFlood(Endpoint endpoint) {
        while (!endpoint.statistics().matching().isFlooded()) {
            Thread.onSpinWait();
        }
    }

    private static boolean isHeld(Thread sender) {
        return sender.getState() != Thread.State.RUNNABLE;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void blockingSendersAreHeldWhileTheirReceiverSleeps(int senders) {
        int messages = 6 * BEYOND_BUDGET;
        AtomicLong sent = new AtomicLong();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Job.run(1 + senders, SMALL, endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            if (world.rank() > 0) {
                threads.add(Thread.currentThread());
                for (int i = 0; i < messages; i++) {
                    number[0] = i;
                    world.send(number, 0, 1);
                    sent.incrementAndGet();
                }
                return;
            }
            long[] next = new long[1 + senders];
            Status status = new Status();
            for (int received = 0; received < messages * senders; received++) {
                if (received % BEYOND_BUDGET == 0) { // not a call into the endpoint: the receiver sleeps
                    while (threads.size() < senders || !threads.stream().allMatch(FloodTest::isHeld)) {
                        Thread.onSpinWait();
                    }
                    assertTrue(sent.get() - received <= BEYOND_BUDGET, () -> "on their way: " + sent.get());
                }
                world.receive(number, ANY_SOURCE, 1, status);
                assertEquals(next[status.source()]++, number[0]);
            }
            checkMemory(endpoint, BUDGET_MIB << 20);
        });
        assertEquals((long) messages * senders, sent.get());
    }

    @Test
    void sendersOfObjectsAreHeldToo() {
        int messages = 2 * BEYOND_BUDGET;
        AtomicLong sent = new AtomicLong();
        Job.run(2, SMALL, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                for (int i = 0; i < messages; i++) {
                    world.shareObject(i, 0, 1);
                    sent.incrementAndGet();
                }
                return;
            }
            awaitFlood(endpoint);
            for (int i = 0; i < messages; i++) {
                long ahead = sent.get() - i;
                assertTrue(ahead <= BEYOND_BUDGET, () -> "on their way: " + ahead);
                assertEquals(i, world.receiveObject(Integer.class, 1, 1));
            }
            checkMemory(endpoint, BUDGET_MIB << 20);
        });
        assertEquals(messages, sent.get());
    }

    @Test
    void nonblockingSendsToAFloodedEndpointPause() {
        CountDownLatch hasPaused = new CountDownLatch(1);
        AtomicReference<Thread> sender = new AtomicReference<>();
        Job.run(2, SMALL, endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            if (world.rank() == 1) {
                sender.set(Thread.currentThread());
                long count = 0;
                while (hasPaused.getCount() > 0 && count < 50L * BEYOND_BUDGET) {
                    world.nonblocking().send(number, 0, 1);
                    count++;
                }
                world.send(new long[] {count}, 0, 2);
                return;
            }
            awaitFlood(endpoint);
            while (sender.get().getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            hasPaused.countDown();
            world.receive(number, 1, 2);
            for (long i = number[0]; i > 0; i--) {
                world.receive(new long[1], 1, 1);
            }
        });
    }

    @Test
    void anEndpointThatWaitsForAnotherMessageKeepsNoMoreThanItsBudget() {
        int messages = 4 * BEYOND_BUDGET;
        Job.run(3, SMALL, endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            if (world.rank() == 1) {
                for (int i = 0; i < messages; i++) {
                    number[0] = i;
                    world.send(number, 0, 1);
                }
            } else if (world.rank() == 2) {
                world.receive(number, 0, 3);
                world.send(number, 0, 2);
            } else {
                while (!endpoint.statistics().matching().isFlooded()) {
                    world.nonblocking().probe(2, 2, null); // drains
                }
                world.send(number, 2, 3);
                world.receive(number, 2, 2);
                for (int i = 0; i < messages; i++) {
                    world.receive(number, 1, 1);
                    assertEquals(i, number[0]);
                }
                checkMemory(endpoint, BUDGET_MIB << 20);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nonblockingSendsBeyondTheBudgetArriveInOrder(int endpoints) {
        int messages = 2 * BEYOND_BUDGET;
        Job.run(endpoints, SMALL, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                Request[] sends = new Request[messages];
                for (int i = 0; i < messages; i++) {
                    sends[i] =
                            world.nonblocking().send(new long[] {i}, endpoints - 1, 1); // to itself where it is alone
                }
                if (endpoints == 1) {
                    receive(world, messages);
                }
                Request.awaitAll(sends);
            } else {
                awaitFlood(endpoint);
                receive(world, messages);
            }
        });
    }

    private static void receive(Communicator world, int messages) {
        long[] number = new long[1];
        for (int i = 0; i < messages; i++) {
            world.receive(number, 0, 1);
            assertEquals(i, number[0]);
        }
    }

    /** At level serialized a blocking send to oneself needs its receive first, as MPI has it; then it never hangs. */
    @Test
    void aBlockingSendToOneselfWithItsReceivePostedPassesAFlood() {
        Job.run(1, SMALL, endpoint -> {
            Communicator world = endpoint.world();
            while (!endpoint.statistics().matching().isFlooded()) {
                world.nonblocking().send(new long[1], 0, 1);
            }
            long[] number = new long[1];
            Request receive = world.nonblocking().receive(number, 0, 2);
            world.send(new long[] {7}, 0, 2);
            receive.await();
            assertEquals(7, number[0]);
        });
    }

    /** Rank 0 floods 2, which does not call its endpoint, while 1 and 3 of the same two processes talk. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "mapped"})
    void aFloodFromAnotherProcessIsHeldAndItsConnectionServesOthers(String network) {
        int windowKib = 16;
        int messages = 4 * BEYOND_BUDGET;
        AtomicLong sent = new AtomicLong();
        CountDownLatch isTalkOver = new CountDownLatch(1);
        Map<String, String> settings = Map.of("net.module", network, "flood.window", "" + windowKib);
        new OneJvmJob(2, 2, settings).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            switch (world.rank()) {
                case 0 -> {
                    for (int i = 0; i < messages; i++) {
                        number[0] = i;
                        world.send(number, 2, 1);
                        sent.incrementAndGet();
                    }
                }
                case 1 -> {
                    long inWindow = (windowKib << 10) / (Long.BYTES + PacketDescriptor.HEADER_LENGTH);
                    while (sent.get() < inWindow) {
                        Thread.onSpinWait();
                    }
                    talk(world, 3, true);
                    assertEquals(inWindow, sent.get());
                    isTalkOver.countDown();
                }
                case 2 -> {
                    isTalkOver.await();
                    receive(world, messages);
                    checkMemory(endpoint, 2 * windowKib << 10); // kept, a message of 8 bytes costs more than it has
                }
                default -> talk(world, 1, false);
            }
        });
        assertEquals(messages, sent.get());
    }

    private static void talk(Communicator world, int peer, boolean isFirst) {
        long[] number = new long[1];
        for (int i = 0; i < 1000; i++) {
            if (isFirst) {
                number[0] = i;
                world.send(number, peer, 2);
            }
            world.receive(number, peer, 2);
            assertEquals(i, number[0]);
            if (!isFirst) {
                world.send(number, peer, 2);
            }
        }
    }

    @Test
    void aSenderThatFindsNoMemoryGetsAnErrorAndAllOthersGoOn() {
        ChildJvm.Result result = new ChildJvm(NoMemoryProgram.class)
                .options("-XX:MaxDirectMemorySize=1m", "-Xmx128m")
                .run()
                .assertSilentSuccess();
        assertEquals("all that was sent has arrived", result.out().strip());
    }

    /**
     * What a nonblocking send holds until its receive, sender and receiver together, payload and rest alike: the heap
     * of both is this JVM's. Measured: at most 560 bytes.
     */
    @ParameterizedTest
    @ValueSource(strings = {"one process", "tcp", "mapped"})
    void aSendThatWaitsHoldsFewBytes(String network) {
        int messages = 10_000;
        int mostBytes = 800;
        boolean isOneProcess = network.equals("one process");
        OneJvmJob job = isOneProcess
                ? new OneJvmJob(1, 2, Map.of())
                : new OneJvmJob(2, 1, Map.of("net.module", network, "flood.window", "1024"));
        job.run(endpoint -> {
            Communicator world = endpoint.world();
            long[] number = {7};
            if (world.rank() == 0) {
                for (int round = 0; round < 2; round++) { // the first one loads, compiles and grows
                    long before = heapBytes();
                    Request last = null;
                    for (int i = 0; i < messages; i++) {
                        last = world.nonblocking().send(number, 1, 1);
                    }
                    long bytes = (heapBytes() - before) / messages;
                    world.send(number, 1, 2);
                    last.await();
                    world.receive(number, 1, 3);
                    assertTrue(round == 0 || bytes <= mostBytes, () -> bytes + " bytes a send");
                }
                return;
            }
            for (int round = 0; round < 2; round++) {
                world.probe(0, 2);
                for (int i = 0; i < messages; i++) {
                    world.receive(number, 0, 1);
                }
                world.receive(number, 0, 2);
                world.send(number, 0, 3);
            }
        });
    }

    /** Of what is still reachable. */
    private static long heapBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** At full size: 10⁸ small messages while the receiver sleeps at first. */
    @Test
    @Tag("stress")
    @Deadline(seconds = 600)
    void aHundredMillionMessagesPassAReceiverThatSleepsAtFirst() {
        int messages = 100_000_000;
        Job.run(2, Options.fromEnvironment(), endpoint -> {
            Communicator world = endpoint.world();
            long[] number = new long[1];
            if (world.rank() == 1) {
                for (int i = 0; i < messages; i++) {
                    number[0] = i;
                    world.send(number, 0, 1);
                }
            } else {
                awaitFlood(endpoint);
                for (int i = 0; i < messages; i++) {
                    world.receive(number, 1, 1);
                    if (number[0] != i) {
                        assertEquals(i, number[0]);
                    }
                }
                checkMemory(endpoint, 64L << 20);
            }
        });
    }
}
