package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Who says nothing for the configured time is dead; who computes is not. */
@Deadline(seconds = 60)
@Core
class TcpLivenessTest {
    private static final int SILENCE_MS = 2000;

    private final TestNetwork two = new TestNetwork(
            2, new TcpModuleFactory(), Options.fromEnvironment().with(TcpOptions.SILENCE, SILENCE_MS, "test"));

    @AfterEach
    void close() {
        two.close();
    }

    @Test
    void takesASilentPeerForDeadAndSaysSo() {
        CountDownLatch end = new CountDownLatch(1);
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
        two.process(0).to(1).send(pending, TestPackets.header(0, 2, length), MemorySegment.ofArray(new byte[1 << 26]));
        while (two.process(0).device().eventCount() == 0 || stopped.getState() == Thread.State.NEW) {
            two.process(0).poll();
        }
        end.countDown();
        assertEquals(List.of("failed 1"), two.process(0).device().events());
        assertEquals(1, pending.failures());
        assertEquals(ErrorClass.PROC_FAILED, ((SennitException) pending.cause()).errorClass());
    }

    @Test
    void doesNotTakeAComputingPeerForDead() {
        two.connectAll();
        long endNs = System.nanoTime() + 2_000_000L * SILENCE_MS; // nobody polls either of them meanwhile
        while (System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
        two.process(0).start(1, 1, MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 2);
        assertEquals(List.of(), two.process(0).device().events());
        assertEquals(List.of(), two.process(1).device().events());
    }
}
