package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.QuiescentModule;

/** Rest and its end: {@link QuiescentModule}. */
public interface QuiesceContract extends ModuleUnderTest {
    @Test
    default void bringsPendingSendsHomeAndKeepsLaterOnesUntilResume() {
        TestNetwork three = network(3);
        for (int from = 0; from < 3; from++) { // a process at rest would not answer one that connects then
            three.process(from).start((from + 1) % 3, 0, MemorySegment.NULL);
        }
        pollUntilAllHave(three, 1);
        long length = 20L * MIB;
        for (int round = 0; round < 3; round++) {
            List<CountingSend> pending = new ArrayList<>();
            for (int from = 0; from < 3; from++) {
                CountingSend operation = new CountingSend();
                pending.add(operation);
                int to = (from + 1) % 3;
                three.process(from)
                        .to(to)
                        .send(operation, TestPackets.header(round, round, length), payload(round, length));
            }
            quiesceAll(three, TimeUnit.SECONDS.toNanos(30));
            int arrived = 2 * round + 2;
            for (int p = 0; p < 3; p++) {
                assertEquals(arrived, three.process(p).device().arrived());
                assertEquals(0, pending.get(p).failures());
                assertEquals(1, pending.get(p).batches());
            }
            for (int from = 0; from < 3; from++) {
                three.process(from).start((from + 1) % 3, 100, payload(100, 5000));
                three.process(from).poll();
            }
            for (int p = 0; p < 3; p++) {
                assertEquals(arrived, three.process(p).device().arrived()); // at rest
            }
            for (int p = 0; p < 3; p++) {
                three.process(p).module().require(QuiescentModule.class).quiesce(1); // a second call does nothing
                three.process(p).module().require(QuiescentModule.class).resume();
                three.process(p).module().require(QuiescentModule.class).resume();
            }
            pollUntilAllHave(three, arrived + 1);
        }
    }

    private static void pollUntilAllHave(TestNetwork three, int arrived) {
        three.pollUntil(() -> three.process(0).device().arrived() == arrived
                && three.process(1).device().arrived() == arrived
                && three.process(2).device().arrived() == arrived);
    }

    private static void quiesceAll(TestNetwork network, long timeoutNs) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < network.size(); p++) {
            TestProcess process = network.process(p);
            threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                try {
                    process.module().require(QuiescentModule.class).quiesce(timeoutNs);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("late", e);
            }
        }
        if (failure.get() != null) {
            throw new AssertionError("quiesce failed", failure.get());
        }
    }

    @Test
    default void saysWhenARestHasNotComeInTimeAndLosesNothing() {
        TestNetwork two = network(2);
        two.connectAll();
        long length = 64L * MIB;
        CountingSend pending = new CountingSend();
        two.process(0).to(1).send(pending, TestPackets.header(0, 1, length), payload(1, length));
        SennitException thrown = assertThrows(
                SennitException.class,
                () -> two.process(0)
                        .module()
                        .require(QuiescentModule.class)
                        .quiesce(20_000_000)); // the peer does not poll
        assertEquals(ErrorClass.TIMEOUT, thrown.errorClass());
        quiesceAll(two, TimeUnit.SECONDS.toNanos(30)); // the same call succeeds later
        assertEquals(
                new Arrival(0, 0, 1, length, true),
                two.process(1).device().arrivals().get(1));
        two.process(0).module().require(QuiescentModule.class).resume();
        two.process(1).module().require(QuiescentModule.class).resume();
        two.process(1).start(0, 0, MemorySegment.NULL);
        two.pollUntil(() -> two.process(0).device().arrived() == 1);
    }

    @Test
    default void restsOnlyUntilItIsClosed() {
        TestNetwork two = network(2);
        two.connectAll();
        quiesceAll(two, TimeUnit.SECONDS.toNanos(30));
        two.close();
        assertThrows(
                SennitException.class,
                () -> two.process(0).module().require(QuiescentModule.class).quiesce(1_000_000));
    }
}
