package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** Who says nothing for the configured time is dead; who computes is not. */
@Deadline(seconds = 60)
@Core
class TcpLivenessTest {
    private static final int SILENCE_MS = 2000;
    private static final long LONG_NS = 700_000_000; // a period of the liveness thread has 1 s

    private static TestNetwork network(int silenceMs) {
        return new TestNetwork(
                2, new TcpModuleFactory(), Options.fromEnvironment().with(TcpOptions.SILENCE, silenceMs, "test"));
    }

    @Test
    void takesASilentPeerForDeadAndSaysSo() {
        CountDownLatch end = new CountDownLatch(1);
        try (TestNetwork two = network(SILENCE_MS)) {
            two.connectAll();
            two.process(1).device().onArrival(arrival -> {
                try {
                    end.await(); // holds its loop, as if the process were stopped
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Thread stopped = Thread.ofPlatform().daemon(true).start(() -> {
                while (two.process(1).device().arrived() < 2) {
                    two.process(1).poll();
                }
            });
            two.process(0).start(1, 1, MemorySegment.NULL);
            CountingSend pending = new CountingSend();
            long length = 64L << 20;
            two.process(0)
                    .to(1)
                    .send(pending, TestPackets.header(0, 2, length), MemorySegment.ofArray(new byte[1 << 26]));
            while (two.process(0).device().eventCount() == 0 || stopped.getState() == Thread.State.NEW) {
                two.process(0).poll();
            }
            end.countDown();
            assertEquals(List.of("failed 1"), two.process(0).device().events());
            assertEquals(1, pending.failures());
            assertEquals(ErrorClass.PROC_FAILED, ((SennitException) pending.cause()).errorClass());
        }
    }

    /** The liveness thread answers in its place, at once and not at its next period; once of three times is enough. */
    @Test
    void connectsSoonWhenNoThreadDrivesTheSideThatDials() {
        long leastNs = Long.MAX_VALUE;
        for (int i = 0; i < 3 && leastNs >= LONG_NS; i++) {
            try (TestNetwork two = network(30_000)) {
                long startNs = System.nanoTime();
                two.process(0).start(1, 1, MemorySegment.NULL);
                while (two.process(1).device().arrived() == 0) {
                    two.process(1).poll();
                }
                leastNs = Math.min(leastNs, System.nanoTime() - startNs);
            }
        }
        long tookNs = leastNs;
        assertTrue(tookNs < LONG_NS, () -> "took ns=" + tookNs);
    }

    /** Again with more time where a busy machine keeps one of them from saying that it lives. */
    @Test
    @NotCore
    void doesNotTakeAComputingPeerForDead() {
        List<String> events = eventsWhileBothCompute(SILENCE_MS);
        for (int times = 4; times <= 16 && !events.isEmpty(); times *= 4) {
            events = eventsWhileBothCompute(times * SILENCE_MS);
        }
        assertEquals(List.of(), events);
    }

    /** No thread polls either of them for twice the time of silence; then a message comes through. */
    private static List<String> eventsWhileBothCompute(int silenceMs) {
        try (TestNetwork two = network(silenceMs)) {
            two.connectAll();
            long endNs = System.nanoTime() + 2_000_000L * silenceMs;
            while (System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            if (eventsOfBoth(two).isEmpty()) {
                two.process(0).start(1, 1, MemorySegment.NULL);
                two.pollUntil(() -> two.process(1).device().arrived() == 2
                        || !eventsOfBoth(two).isEmpty());
            }
            return eventsOfBoth(two);
        }
    }

    private static List<String> eventsOfBoth(TestNetwork two) {
        return Stream.of(0, 1)
                .flatMap(process -> two.process(process).device().events().stream())
                .toList();
    }
}
