package org.sennit.ownership;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.message.Request;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Deadline;

/** What is done again and again allocates nothing on the heap, where nothing is checked. */
@Deadline(seconds = 60)
class SteadyStateTest {
    private static final int WINDOWS = 20;
    private static final int STEPS = 5000;

    @ParameterizedTest
    @ValueSource(longs = {8, 100_000})
    void allocAndFree(long bytes) {
        Job.run(1, Pools.options(false, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            AllocatedBytes.assertNoneInSteadyState(
                    WINDOWS, STEPS, () -> pool.alloc(bytes).free());
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void giveAndTake(boolean isSenderSide) {
        Job.run(1, Pools.options(false, isSenderSide), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover self = pool.over(endpoint.world());
            PersistentTake take = self.takePersistent(0, 1);
            PersistentGive give = self.givePersistent(0, 1);
            AllocatedBytes.assertNoneInSteadyState(WINDOWS, STEPS, () -> {
                OwnedBuffer buffer = pool.alloc(1000);
                buffer.agrona().putLong(0, buffer.segment().byteSize());
                self.give(buffer, 0, 0);
                self.take(0, 0).free();
                take.start();
                give.start(pool.alloc(2000));
                give.await(null);
                take.await(null);
                take.buffer().free();
            });
        });
    }

    @Test
    void aBufferThatGoesBothWays() {
        Job.run(2, Pools.options(false, false), endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Handover world = pool.over(endpoint.world());
            int other = 1 - endpoint.world().rank();
            Runnable step = other == 1
                    ? () -> {
                        world.give(pool.alloc(100_000), other, 0);
                        world.take(other, 0).free();
                    }
                    : () -> world.give(world.take(other, 0), other, 0);
            for (int i = 0; i < 5000; i++) {
                step.run();
            }
            endpoint.world().barrier();
            if (other == 1) {
                long[] count = {0};
                AllocatedBytes.assertNoneInSteadyState(WINDOWS, 1000, () -> {
                    step.run();
                    count[0]++;
                });
                world.give(pool.alloc(0), other, 1);
            } else {
                TakenRequest end = world.takeNonblocking(other, 1);
                TakenRequest next = world.takeNonblocking(other, 0);
                while (Request.awaitAny(end.request(), next.request()) == 1) {
                    world.give(next.buffer(), other, 0);
                    next = world.takeNonblocking(other, 0);
                }
                end.buffer().free();
                next.cancel();
                next.await();
            }
        });
    }
}
