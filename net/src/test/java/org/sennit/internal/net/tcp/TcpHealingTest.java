package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.config.Options;
import org.sennit.contract.netmod.Arrival;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** A socket that breaks while both processes live is replaced, and nothing is lost, doubled or reordered. */
@Deadline(seconds = 60)
@Core
class TcpHealingTest {
    private static final int MIB = 1 << 20;

    @RegisterExtension
    final SeededRandom seeds = new SeededRandom();

    private final TestNetwork two = new TestNetwork(2, new TcpModuleFactory(), Options.fromEnvironment());

    @AfterEach
    void close() {
        two.close();
    }

    private static MemorySegment payload(long number, long length) {
        return TestPackets.payload(Arena.ofAuto(), number, length);
    }

    private void assertNoEvents() {
        assertEquals(List.of(), two.process(0).device().events());
        assertEquals(List.of(), two.process(1).device().events());
    }

    @Test
    void goesOnInTheMiddleOfALargeMessage() {
        two.connectAll();
        long length = 40L * MIB + 13;
        CountingSend operation = new CountingSend();
        two.process(0).to(1).send(operation, TestPackets.header(0, 1, length), payload(1, length));
        for (int i = 1; i <= 8; i++) {
            long reached = i * 4L * MIB;
            two.pollUntil(() -> two.process(1).device().payloadBytes() > reached);
            SocketCutter.cut(two.process(i & 1).to(1 - (i & 1)));
        }
        two.pollUntil(() -> operation.isDone() && two.process(1).device().arrived() == 2);
        assertEquals(
                new Arrival(0, 0, 1, length, true),
                two.process(1).device().arrivals().get(1));
        assertNoEvents();
    }

    @Test
    void losesDoublesAndReordersNothingOverManyBreaks() {
        SeededRandom random = seeds;
        two.connectAll();
        int rounds = 300;
        long[] sent = {1, 0};
        for (int round = 0; round < rounds; round++) {
            for (int from = 0; from < 2; from++) {
                for (int i = random.nextInt(5); i > 0; i--) {
                    int length = random.nextInt(4) == 0 ? random.nextInt(300_000) : random.nextInt(100);
                    two.process(from).start(1 - from, sent[from], payload(sent[from], length));
                    sent[from]++;
                }
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                two.process(random.nextInt(2)).poll();
            }
            if (random.nextInt(3) == 0) {
                int side = random.nextInt(2);
                SocketCutter.cut(two.process(side).to(1 - side));
            }
        }
        two.pollUntil(() -> two.process(1).device().arrived() == sent[0]
                && two.process(0).device().arrived() == sent[1]);
        for (int to = 0; to < 2; to++) {
            List<Arrival> arrivals = two.process(to).device().arrivals();
            for (int i = 0; i < arrivals.size(); i++) {
                assertEquals(i, arrivals.get(i).number());
                assertTrue(arrivals.get(i).isIntact());
            }
        }
        assertNoEvents();
    }

    @Test
    void terminatesOnceThoughTheSocketBreaks() {
        int rounds = 200;
        for (int round = 0; round < rounds; round++) {
            two.process(0).start(1, round, payload(round, 1000));
            two.process(0).to(1, TerminableConnection.class).terminate();
            for (int i = round % 20; i > 0; i--) {
                two.process(i & 1).poll();
            }
            SocketCutter.cut(two.process(round & 1).to(1 - (round & 1)));
            int ended = round + 1;
            two.pollUntil(() -> two.process(1).device().arrived() == ended
                    && two.process(0).device().eventCount() >= ended
                    && two.process(1).device().eventCount() >= ended);
        }
        assertEquals(rounds, two.process(0).device().eventCount());
        assertEquals(rounds, two.process(1).device().eventCount());
        assertTrue(two.process(0).device().events().stream().allMatch("terminated 1"::equals));
        assertTrue(two.process(1).device().events().stream().allMatch("terminated 0"::equals));
    }
}
