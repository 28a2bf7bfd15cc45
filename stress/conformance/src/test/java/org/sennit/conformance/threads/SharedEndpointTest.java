package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_TAG;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.MatchedMessage;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ParallelThreads;
import org.sennit.testkit.ThreadStates;

/** Several threads on one endpoint at thread level multiple, and what their waiting costs. */
@Deadline(seconds = 60)
@Core
@Behaviours({26, 54})
class SharedEndpointTest {
    private static final DataLayout NOTHING = DataLayout.BYTE.count(0);

    @Test
    void eightThreadsOfTwoEndpointsExchangeUnderTagsOfTheirOwn() {
        SharedEndpointProgram.run(1000);
    }

    @Test
    void eightThreadsExchangeAcrossJvms() {
        MultiJvmRun run = MultiJvmRun.of(SharedEndpointProgram.class, 2, 1, 50, "60");
        assertEquals(0, run.exitStatus(), run::err);
        assertEquals(2, run.out().lines().count());
    }

    @Test
    void eachOfEightThreadsTakesOneOfEightMessagesByAMatchedProbe() {
        int rounds = 500;
        int threads = SharedEndpointProgram.THREADS;
        AtomicIntegerArray taken = new AtomicIntegerArray(rounds * threads);
        Job.run(2, SharedEndpointProgram.MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                for (int i = 0; i < rounds * threads; i++) {
                    int[] message = new int[i % 5 == 0 ? 5000 : 2];
                    message[0] = i;
                    message[1] = i % 7;
                    world.send(message, 0, i % 7);
                }
                return;
            }
            ParallelThreads.run(threads, thread -> {
                int[] memory = new int[5000];
                MatchedMessage message = MatchedMessage.empty();
                for (int i = 0; i < rounds; i++) {
                    if (i % 2 == 0) {
                        world.probeMatched(1, ANY_TAG, message);
                    } else {
                        while (!world.nonblocking().probeMatched(1, ANY_TAG, message)) {
                            Thread.onSpinWait();
                        }
                    }
                    message.receive(memory, DataLayout.INT, null);
                    assertEquals(message.tag(), memory[1], "another message than the one that was probed");
                    taken.incrementAndGet(memory[0]);
                }
            });
            assertNull(world.nonblocking().probeMatched(1, ANY_TAG));
        });
        for (int i = 0; i < taken.length(); i++) {
            assertEquals(1, taken.get(i), "message " + i);
        }
    }

    /**
     * No timed sleep: all wait parked, without end, and each is woken by its own message, whichever thread drains it.
     */
    @Test
    void waitingThreadsParkWithoutATimeAndEachIsWoken() {
        int threads = SharedEndpointProgram.THREADS;
        List<Thread> waiting = new CopyOnWriteArrayList<>();
        Job.run(2, SharedEndpointProgram.MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                ParallelThreads.run(threads, thread -> {
                    waiting.add(Thread.currentThread());
                    for (int round = 0; round < 20; round++) {
                        world.receive(null, NOTHING, 1, thread);
                    }
                });
                return;
            }
            for (int round = 0; round < 20; round++) {
                while (waiting.size() < threads || !waiting.stream().allMatch(ThreadStates::isWaiting)) {
                    Thread.yield();
                }
                for (int i = 0; i < threads; i++) {
                    world.send(null, NOTHING, 0, (i + round) % threads);
                }
            }
        });
        assertEquals(threads, waiting.size());
    }

    @Test
    void aReceiveThatOneThreadWaitsForIsCancelledByAnother() {
        Job.run(1, SharedEndpointProgram.MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            for (int round = 0; round < 50; round++) {
                Request receive = world.nonblocking().receive(new int[1], 0, 1);
                AtomicReference<Boolean> isCancelled = new AtomicReference<>();
                Thread waiter = Thread.ofPlatform()
                        .daemon(true)
                        .start(() -> isCancelled.set(receive.await().isCancelled()));
                while (round % 2 == 0 && !ThreadStates.isWaiting(waiter)) {
                    Thread.onSpinWait();
                }
                receive.cancel();
                waiter.join();
                assertTrue(isCancelled.get());
            }
        });
    }
}
