package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The calls that are allowed inside an upcall, and those that are not. */
public interface UpcallContract extends ModuleUnderTest {
    @Test
    default void refusesToWaitInsideAnUpcall() {
        TestNetwork two = network(2);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        two.process(1).device().onArrival(arrival -> {
            try {
                two.process(1).module().await(() -> false, 1_000_000);
            } catch (IllegalStateException e) {
                thrown.set(e);
            }
        });
        two.process(0).start(1, 0, MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 1 && thrown.get() != null);
        assertNotNull(thrown.get());
    }

    @Test
    default void answersFromInsideAnUpcall() {
        TestNetwork two = network(2);
        two.process(1).device().onArrival(arrival -> two.process(1).start(0, arrival.number(), MemorySegment.NULL));
        for (int i = 0; i < 1000; i++) {
            two.process(0).start(1, i, MemorySegment.NULL);
        }
        two.pollUntil(() -> two.process(0).device().arrived() == 1000);
        MessageContract.assertNumbered(two.process(0).arrivalsInOrder());
    }

    @Test
    default void sendsFromInsideAnUpcallAfterWhatAnotherThreadHasSentBefore() {
        TestNetwork two = network(2);
        two.process(1).device().onArrival(arrival -> {
            int first = 2 * (int) arrival.number();
            Thread other =
                    Thread.ofPlatform().daemon(true).start(() -> two.process(1).start(0, first, MemorySegment.NULL));
            join(other); // its call has returned, but its message may be sent by the thread that makes this upcall
            two.process(1).start(0, first + 1, MemorySegment.NULL);
        });
        for (int i = 0; i < 100; i++) {
            two.process(0).start(1, i, MemorySegment.NULL);
        }
        two.pollUntil(() -> two.process(0).device().arrived() == 200);
        MessageContract.assertNumbered(two.process(0).arrivalsInOrder());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    default void sendsLongMessagesFromInsideAnUpcall() {
        TestNetwork two = network(2);
        long length = 3L * MIB + 1;
        two.process(1)
                .device()
                .onArrival(arrival -> two.process(1)
                        .to(0)
                        .send(
                                new CountingSend(),
                                TestPackets.header(0, arrival.number(), length),
                                payload(arrival.number(), length)));
        for (int i = 0; i < 10; i++) {
            two.process(0).start(1, i, MemorySegment.NULL);
        }
        two.pollUntil(() -> two.process(0).device().arrived() == 10);
        MessageContract.assertNumbered(two.process(0).arrivalsInOrder());
    }
}
