package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.contract.netmod.TestProcess;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** A send that has returned while another thread held the loop, so that it is still queued there. */
@Core
@Deadline(seconds = 60)
class HandedOverSendTest {
    private static final int ROUNDS = 5;

    /** The holder reads the peer's CLOSE before it comes to the queue. */
    @Test
    void goesBeforeTheAnswerToAFarewellThatThePeerSaysLater() {
        for (int round = 0; round < ROUNDS; round++) {
            Options options = Options.fromEnvironment()
                    .with(TcpOptions.TRANSPORT, "nio", "test")
                    .with(TcpOptions.UNIX, "off", "test");
            try (TestNetwork two = new TestNetwork(2, new TcpModuleFactory(), options)) {
                two.connectAll();
                bringsHome(two);
            }
        }
    }

    private void bringsHome(TestNetwork two) {
        TestProcess leaving = two.process(0);
        TestProcess sender = two.process(1);
        CountingSend operation = new CountingSend();
        AtomicBoolean hasSent = new AtomicBoolean();
        MemorySegment payload = TestPackets.payload(Arena.ofAuto(), 2, 100_000);
        sender.device()
                .onArrival(
                        arrival -> { // with the loop held: the send of another thread is queued
                            join(Thread.ofPlatform()
                                    .daemon(true)
                                    .start(() -> sender.to(0)
                                            .send(operation, TestPackets.header(0, 2, payload.byteSize()), payload)));
                            hasSent.set(true);
                        });
        leaving.start(1, 1, MemorySegment.NULL);
        leaving.to(1, TerminableConnection.class).terminate(); // CLOSE is in the socket behind the message
        while (!hasSent.get() && !Thread.currentThread().isInterrupted()) { // the peer's loop stands still meanwhile
            sender.poll();
            Thread.yield();
        }
        assertNull(rest(two));
        assertEquals(1, leaving.device().arrived());
        assertEquals(1, operation.batches());
        assertEquals(0, operation.failures());
    }

    private static Throwable rest(TestNetwork two) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < two.size(); p++) {
            TestProcess process = two.process(p);
            threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                try {
                    process.module().require(QuiescentModule.class).quiesce(Deadlines.ns(30));
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        threads.forEach(HandedOverSendTest::join);
        return failure.get();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("late", e);
        }
    }
}
