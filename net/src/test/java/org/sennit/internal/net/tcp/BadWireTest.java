package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.config.Options;
import org.sennit.contract.netmod.Arrival;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.contract.netmod.TestProcess;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Over a wire that loses, doubles, cuts, resets and lies, from many seeds: every message arrives once, whole and in
 * order, and no upcall reports it. {@code mvn -Dwire.seconds=N} goes on with further seeds for so long, in each of its
 * tests.
 */
@Deadline(seconds = 120)
@Tag("seeds")
@Core
class BadWireTest {
    private static final int LEAST_SEEDS = 2;
    private static final int SECONDS = Integer.getInteger("sennit.wire.seconds", 0);
    private static final int FAULTS = 12; // for each process

    @RegisterExtension
    final SeededRandom seeds = new SeededRandom();

    private static NetworkModuleFactory badWires(SeededRandom random, int writesToAFault) {
        return new GivenModuleFactory("tcp", setup -> {
            SeededRandom own = random.split();
            return new TcpModule(setup, "tcp", false, wire -> new BadWire(wire, own, FAULTS, writesToAFault));
        });
    }

    private void forManySeeds(String transport, BiConsumer<TestNetwork, SeededRandom> body) {
        long startNs = System.nanoTime();
        int i = 0;
        for (; i < LEAST_SEEDS || System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(SECONDS); i++) {
            SeededRandom random = seeds.split();
            Options options = Options.fromEnvironment()
                    .with(TcpOptions.TRANSPORT, transport, "test")
                    .with(TcpOptions.UNIX, random.oneOf("on", "off"), "test")
                    .with(TcpOptions.HANDSHAKE_TIMEOUT, 600, "test")
                    .with(TcpOptions.SILENCE, 18_000, "test")
                    .with(TcpOptions.GATHER_MIN, random.oneOf(4096, 1 << 17, 1 << 30), "test")
                    .with(TcpOptions.PIECE, random.oneOf(4096, 65536, 1 << 20), "test")
                    .with(TcpOptions.RESEND, random.oneOf(16384, 1 << 18, 1 << 22), "test");
            List<VirtualConnection> states = new ArrayList<>();
            int writesToAFault = random.oneOf(2, 5, 20);
            try (TestNetwork two = new TestNetwork(2, badWires(random, writesToAFault), options)) {
                states.add(two.process(0).to(1));
                states.add(two.process(1).to(0));
                try {
                    body.accept(two, random);
                } catch (Throwable e) {
                    System.err.println("seed=" + random.seed() + " of run=" + i + ": " + states
                            + two.process(0).device().events()
                            + two.process(1).device().events() + " causes="
                            + two.process(0).device().lastCause() + ", "
                            + two.process(1).device().lastCause() + " " + e);
                    throw e;
                }
            } catch (Throwable e) {
                throw new AssertionError("seed=" + random.seed() + " of run=" + i, e);
            }
        }
        System.out.printf("bad wires over %s: %d seeds%n", transport, i);
    }

    private static MemorySegment payload(long number, long length) {
        return TestPackets.payload(Arena.ofAuto(), number, length);
    }

    private static void assertAllInOrder(TestProcess process, long count) {
        List<Arrival> arrivals = process.device().arrivals();
        assertEquals(count, arrivals.size());
        for (int i = 0; i < count; i++) {
            assertEquals(i, arrivals.get(i).number());
            assertTrue(arrivals.get(i).isIntact(), () -> "broken: " + arrivals);
        }
    }

    private static void exchange(TestNetwork two, SeededRandom random) {
        long[] sent = new long[2];
        List<CountingSend> operations = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            for (int from = 0; from < 2; from++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    int length = random.nextInt(5) == 0 ? random.nextInt(200_000) : random.nextInt(200);
                    long number = sent[from]++;
                    if (random.nextBoolean()) {
                        two.process(from).start(1 - from, number, payload(number, length));
                    } else {
                        CountingSend operation = new CountingSend();
                        operations.add(operation);
                        two.process(from)
                                .to(1 - from)
                                .send(operation, TestPackets.header(0, number, length), payload(number, length));
                    }
                }
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                two.process(random.nextInt(2)).poll();
            }
        }
        two.pollUntil(() -> two.process(0).device().eventCount() > 0
                || two.process(1).device().eventCount() > 0
                || two.process(0).device().arrived() >= sent[1]
                        && two.process(1).device().arrived() >= sent[0]
                        && operations.stream().allMatch(CountingSend::isDone));
        assertEquals(List.of(), two.process(0).device().events());
        assertEquals(List.of(), two.process(1).device().events());
        assertAllInOrder(two.process(0), sent[1]);
        assertAllInOrder(two.process(1), sent[0]);
        assertTrue(operations.stream().allMatch(each -> each.failures() == 0 && each.batches() == 1));
    }

    @Test
    void losesDoublesAndReordersNothingOnEpoll() {
        forManySeeds("epoll", BadWireTest::exchange);
    }

    @Test
    void losesDoublesAndReordersNothingOnNio() {
        forManySeeds("nio", BadWireTest::exchange);
    }

    /** Head-to-head connects, terminate with pending sends of which some have arrived in part, use again. */
    private static void connectAndTerminate(TestNetwork two, SeededRandom random) {
        long[] sent = new long[2];
        for (int round = 0; round < 15; round++) {
            for (int i = 0; i < 2; i++) {
                int from = (i + round) & 1;
                int length = random.nextInt(3) == 0 ? 300_000 : random.nextInt(100);
                two.process(from).start(1 - from, sent[from], payload(sent[from], length));
                sent[from]++;
                for (int j = random.nextInt(3); j > 0; j--) {
                    two.process(random.nextInt(2)).poll();
                }
            }
            int ending = random.nextInt(2);
            if (random.nextBoolean()) {
                two.pollUntil(() -> two.process(0).device().arrived() >= sent[1]
                        && two.process(1).device().arrived() >= sent[0]);
            }
            two.process(ending).to(1 - ending, TerminableConnection.class).terminate();
            int ended = round + 1;
            two.pollUntil(() -> two.process(0).device().eventCount() >= ended
                    && two.process(1).device().eventCount() >= ended);
        }
        two.pollUntil(() -> two.process(0).device().arrived() >= sent[1]
                && two.process(1).device().arrived() >= sent[0]);
        assertAllInOrder(two.process(0), sent[1]);
        assertAllInOrder(two.process(1), sent[0]);
        for (int i = 0; i < 2; i++) {
            String terminated = "terminated " + (1 - i);
            List<String> events = two.process(i).device().events();
            assertTrue(events.stream().allMatch(terminated::equals), events::toString);
        }
    }

    @Test
    void endsInOrderAndBeginsAnew() {
        forManySeeds("auto", BadWireTest::connectAndTerminate);
    }
}
