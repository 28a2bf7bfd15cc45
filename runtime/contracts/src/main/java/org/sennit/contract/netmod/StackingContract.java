package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.StackableConnection;
import org.sennit.spi.network.VirtualConnection;

/** Tasks among the upcalls of a connection: {@link StackableConnection}. */
public interface StackingContract extends ModuleUnderTest {
    @Test
    default void runsUpcallsCallbacksAndTasksOfAConnectionOneAfterTheOther() {
        TestNetwork two = network(2);
        TestProcess process = two.process(1);
        VirtualConnection connection = process.to(0);
        StackableConnection tasks = process.to(0, StackableConnection.class);
        Turns turns = new Turns();
        int rounds = 200;
        AtomicInteger ended = new AtomicInteger();
        process.device().onArrival(arrival -> turns.take(Thread::yield));
        Thread other = Thread.ofPlatform().daemon(true).start(() -> {
            for (int i = 0; i < rounds; i++) {
                tasks.execute(() -> turns.take(ended::incrementAndGet));
                process.poll();
            }
        });
        for (int i = 0; i < rounds; i++) {
            two.process(0).start(1, i, MemorySegment.NULL);
            long length = i % 10 == 0 ? MIB : i;
            connection.send(new TurnSend(turns, ended), TestPackets.header(0, i, length), payload(i, length));
            process.poll();
        }
        two.pollUntil(() -> ended.get() == 2 * rounds
                && process.device().arrived() == rounds
                && two.process(0).device().arrived() == rounds);
        join(other);
        assertEquals(0, turns.overlaps());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
