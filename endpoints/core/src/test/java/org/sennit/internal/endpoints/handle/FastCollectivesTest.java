package org.sennit.internal.endpoints.handle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * A short collective of few members takes the fast path at the member that comes last, since it finds all others there:
 * no schedule is made for the call.
 */
@Core
@Deadline(seconds = 60)
class FastCollectivesTest {
    private static final int MEMBERS = 3;

    private static Arguments call(String name, Consumer<Communicator> call) {
        return Arguments.of(name, call);
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                call("barrier", Communicator::barrier),
                call("broadcast to the last", world -> {
                    int[] memory = {world.rank()};
                    world.broadcast(memory, 1);
                    assertEquals(1, memory[0]);
                }),
                call("broadcast by the last", world -> {
                    int[] memory = {world.rank()};
                    world.broadcast(memory, 0);
                    assertEquals(0, memory[0]);
                }),
                call("reduce to the last", world -> {
                    double[] sum = new double[1];
                    world.reduce(new double[] {world.rank()}, sum, Operation.SUM, 0);
                    assertEquals(world.rank() == 0 ? 3 : 0, sum[0]);
                }),
                call("allreduce", world -> {
                    long[] sum = new long[2];
                    world.allreduce(new long[] {world.rank(), 1}, sum, Operation.SUM);
                    assertArrayEquals(new long[] {3, MEMBERS}, sum);
                }),
                call("allgather", world -> {
                    int[] all = new int[MEMBERS];
                    world.allgather(new int[] {world.rank()}, all);
                    assertArrayEquals(new int[] {0, 1, 2}, all);
                }),
                call("alltoall", world -> {
                    int[] all = new int[MEMBERS];
                    int each = 10 * world.rank();
                    world.alltoall(new int[] {each, each + 1, each + 2}, all);
                    assertArrayEquals(new int[] {world.rank(), 10 + world.rank(), 20 + world.rank()}, all);
                }),
                call("gather to the last", world -> {
                    float[] all = world.rank() == 0 ? new float[MEMBERS] : null;
                    world.gather(new float[] {world.rank()}, all, 0);
                    assertArrayEquals(world.rank() == 0 ? new float[] {0, 1, 2} : null, all);
                }),
                call("scatter to the last", world -> {
                    byte[] own = new byte[1];
                    world.scatter(world.rank() == 1 ? new byte[] {7, 8, 9} : null, own, 1);
                    assertEquals(7 + world.rank(), own[0]);
                }),
                call("scatter by the last", world -> {
                    byte[] own = new byte[1];
                    world.scatter(world.rank() == 0 ? new byte[] {7, 8, 9} : null, own, 0);
                    assertEquals(7 + world.rank(), own[0]);
                }),
                call("scan", world -> {
                    int[] sum = new int[1];
                    world.scan(new int[] {world.rank() + 1}, sum, Operation.SUM);
                    assertEquals((world.rank() + 1) * (world.rank() + 2) / 2, sum[0]);
                }),
                call("exscan", world -> {
                    int[] sum = {-1};
                    world.exscan(new int[] {world.rank() + 1}, sum, Operation.SUM);
                    assertEquals(world.rank() == 0 ? -1 : world.rank() * (world.rank() + 1) / 2, sum[0]);
                }),
                call("allreduce of a page", world -> {
                    double[] sum = new double[256];
                    double[] own = new double[256];
                    Arrays.fill(own, world.rank());
                    world.allreduce(own, sum, Operation.SUM);
                    Arrays.fill(own, 3);
                    assertArrayEquals(own, sum);
                }),
                call("counted allreduce", world -> {
                    float[] max = new float[4];
                    world.allreduce(new float[] {world.rank(), 9}, max, DataLayout.FLOAT.count(1), Operation.MAX);
                    assertArrayEquals(new float[] {2, 0, 0, 0}, max);
                }),
                call("counted broadcast", world -> {
                    long[] memory = {world.rank(), 5};
                    world.broadcast(memory, DataLayout.LONG.count(1), 1);
                    assertArrayEquals(new long[] {1, 5}, memory);
                }),
                call("counted allgather", world -> {
                    long[] all = new long[MEMBERS + 1];
                    world.allgather(new long[] {world.rank(), 9}, all, DataLayout.LONG.count(1));
                    assertArrayEquals(new long[] {0, 1, 2, 0}, all);
                }),
                call("counted alltoall", world -> {
                    int each = 10 * world.rank();
                    int[] blocks = new int[MEMBERS];
                    world.alltoall(new int[] {each, each + 1, each + 2, 99}, blocks, DataLayout.INT.count(1));
                    assertArrayEquals(new int[] {world.rank(), 10 + world.rank(), 20 + world.rank()}, blocks);
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void theLastMemberNeedsNoSchedule(String name, Consumer<Communicator> call) {
        AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(MEMBERS);
        Job.run(MEMBERS, endpoint -> {
            CommunicatorHandle world = (CommunicatorHandle) endpoint.world().duplicate();
            boolean isLast = world.rank() == 0;
            for (int other = 1; isLast && other < MEMBERS; other++) {
                awaitSleep(threads, other);
            }
            threads.set(world.rank(), Thread.currentThread());
            int before = world.collectives().keptSchedules();
            call.accept(world);
            if (isLast) {
                assertEquals(before, world.collectives().keptSchedules());
            }
        });
    }

    /** In the call, if that makes it wait for the last member; else, where it waits for none, behind it. */
    private static void awaitSleep(AtomicReferenceArray<Thread> threads, int other) {
        while (threads.get(other) == null || threads.get(other).getState() == Thread.State.RUNNABLE) {
            Thread.yield();
        }
    }
}
