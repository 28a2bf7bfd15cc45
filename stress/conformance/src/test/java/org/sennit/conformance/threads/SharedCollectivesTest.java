package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.Request;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ParallelThreads;

/** Collectives at thread level multiple: one thread starts them, another makes the progress. */
@Deadline(seconds = 120)
@Core
class SharedCollectivesTest {
    private static final int ROUNDS = 2_000;

    @Test
    void aPersistentCollectiveIsStartedAgainWhileAnotherThreadCarriesItOn() {
        inTwoThreads((world, isOver) -> {
            long[] send = {0};
            long[] sum = {0};
            try (Communicator own = world.duplicate()) {
                Request allreduce = own.persistent().allreduce(send, sum, Operation.SUM);
                for (int i = 0; i < ROUNDS; i++) {
                    send[0] = i + own.rank();
                    allreduce.start();
                    allreduce.await();
                    assertEquals(2 * i + 1, sum[0], "round " + i);
                }
            } finally {
                isOver.set(true);
            }
        });
    }

    /**
     * The thread that has completed the first start is still in its poll when the second one is reducing: it must have
     * let go of the request by then.
     */
    @Test
    void whoHasCompletedAPersistentCollectiveDoesNotCarryOnTheNextStart() {
        CountDownLatch isComplete = new CountDownLatch(1);
        CountDownLatch isReducingAgain = new CountDownLatch(1);
        CountDownLatch hasPolledOn = new CountDownLatch(1);
        CountDownLatch isOtherThere = new CountDownLatch(1);
        Semaphore turn = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicBoolean isSecond = new AtomicBoolean();
        Job.run(2, SharedEndpointProgram.MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            boolean isFirstRank = world.rank() == 0;
            Operation sum = Operation.ofLongs("sum", true, (a, b) -> {
                if (isFirstRank && isSecond.get()) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    isReducingAgain.countDown();
                    waitFor(hasPolledOn);
                    inside.decrementAndGet();
                }
                return a + b;
            });
            Request allreduce = world.persistent().allreduce(new long[] {1}, new long[1], sum);
            if (!isFirstRank) {
                turn.acquire();
                allreduce.start();
                allreduce.await();
                allreduce.start();
                isOtherThere.countDown();
                allreduce.await();
                return;
            }
            allreduce.start();
            allreduce.whenComplete(() -> {
                isComplete.countDown();
                waitFor(isReducingAgain);
            });
            ParallelThreads.run(2, thread -> {
                if (thread == 0) {
                    waitFor(isComplete);
                    allreduce.await();
                    waitFor(isOtherThere);
                    isSecond.set(true);
                    allreduce.start();
                    allreduce.await();
                } else {
                    turn.release();
                    while (isReducingAgain.getCount() > 0) {
                        world.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null);
                    }
                    // On a thread of its own: where this carries the request on, it waits for itself.
                    Thread polling = Thread.ofPlatform().daemon(true).start(() -> {
                        world.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null);
                        hasPolledOn.countDown();
                    });
                    while (polling.isAlive() && inside.get() < 2) {
                        Thread.yield();
                    }
                    hasPolledOn.countDown();
                }
            });
        });
        assertEquals(1, most.get(), "threads in the operation at once");
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nonblockingCollectivesOverlapWhileAnotherThreadCarriesThemOn() {
        int overlapping = 12; // more than a team has slots
        inTwoThreads((world, isOver) -> {
            try (Communicator own = world.duplicate()) {
                long[][] sums = new long[overlapping][1];
                Request[] requests = new Request[overlapping];
                for (int i = 0; i < ROUNDS / 10; i++) {
                    for (int k = 0; k < overlapping; k++) {
                        requests[k] = k % 3 == 0
                                ? own.nonblocking().barrier()
                                : own.nonblocking().allreduce(new long[] {i + k + own.rank()}, sums[k], Operation.SUM);
                    }
                    Request.awaitAll(requests);
                    for (int k = 0; k < overlapping; k++) {
                        assertEquals(k % 3 == 0 ? 0 : 2 * (i + k) + 1, sums[k][0], "round " + i + " collective " + k);
                    }
                }
            } finally {
                isOver.set(true);
            }
        });
    }

    /** What the first thread of an endpoint does. */
    @FunctionalInterface
    private interface Work {
        void run(Communicator world, AtomicBoolean isOver);
    }

    private static void inTwoThreads(Work work) {
        Job.run(2, SharedEndpointProgram.MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            AtomicBoolean isOver = new AtomicBoolean();
            ParallelThreads.run(2, thread -> {
                if (thread == 0) {
                    work.run(world, isOver);
                    return;
                }
                while (!isOver.get()) {
                    world.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null);
                }
            });
        });
    }
}
