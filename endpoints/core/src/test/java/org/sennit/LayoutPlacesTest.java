package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Calls that repeat a layout do so at its extent, wherever it begins. */
@Deadline(seconds = 60)
class LayoutPlacesTest {
    private static final int[] NUMBERS = {1, 2, 3, 4, 5, 6, 7, 8, 9};

    /** On two ranks, in one process or in two. */
    private static void onTwo(int processes, EndpointProgram program) {
        if (processes == 1) {
            Job.run(2, program);
        } else {
            new InProcessJob(new LocalNetwork(1, true, n -> null), 2, 1, Options.fromEnvironment()).run(program);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void partitionsLieAtTheExtentOfTheirLayout(int processes) {
        onTwo(processes, endpoint -> {
            Communicator world = endpoint.world();
            sent(world, DataLayout.INT.resized(0, 12), 1, 4, 7);
            sent(world, DataLayout.INT.resized(0, 8), 1, 3, 5);
            sent(world, DataLayout.INT.count(1).resized(-8, 8).byteShifted(4), 2, 4, 6);
            sent(world, DataLayout.INT.byteShifted(8), 3, 4, 5);
            sent(world, DataLayout.INT.slice(1, 2), 2, 3, 4, 5, 6, 7);
            received(world, DataLayout.INT.resized(0, 12), 1, 0, 0, 2, 0, 0, 3, 0, 0);
            received(world, DataLayout.INT.byteShifted(8), 0, 0, 1, 2, 3, 0, 0, 0, 0);
        });
    }

    private static void sent(Communicator world, DataLayout partition, int... expected) {
        int[] arrived = new int[expected.length];
        transfer(world, NUMBERS, partition, arrived, DataLayout.INT);
        if (world.rank() == 1) {
            assertArrayEquals(expected, arrived, partition::toString);
        }
    }

    private static void received(Communicator world, DataLayout partition, int... expected) {
        int[] arrived = new int[expected.length];
        transfer(world, new int[] {1, 2, 3}, DataLayout.INT, arrived, partition);
        if (world.rank() == 1) {
            assertArrayEquals(expected, arrived, partition::toString);
        }
    }

    private static void transfer(
            Communicator world, int[] from, DataLayout sendPartition, int[] to, DataLayout receivePartition) {
        if (world.rank() == 0) {
            PartitionedSend send = world.persistent().sendPartitioned(from, 3, sendPartition, 1, 0);
            send.start();
            send.readyList(2, 0, 1);
            send.await();
            send.free();
        } else {
            PartitionedReceive receive = world.persistent().receivePartitioned(to, 3, receivePartition, 0, 0);
            receive.start();
            receive.await();
            receive.free();
        }
    }

    @Test
    void partitionsThatOverlapCannotBeReceived() {
        Job.run(1, endpoint -> {
            SennitException error = assertThrows(
                    SennitException.class,
                    () -> endpoint.world()
                            .persistent()
                            .receivePartitioned(
                                    new byte[16], 3, DataLayout.INT.count(2).resized(0, 4), 0, 0));
            assertEquals(ErrorClass.ARG, error.errorClass(), error::getMessage);
        });
    }

    @Test
    void blocksMayBeginAtAnyByte() {
        DataLayout block = DataLayout.SHORT.count(7).byteShifted(3);
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            byte[] expected = new byte[3 + 3 * 14];
            byte[] own = new byte[17];
            for (int rank = 0; rank < 3; rank++) {
                Arrays.fill(expected, 3 + rank * 14, 17 + rank * 14, (byte) (rank + 1));
            }
            Arrays.fill(own, 3, 17, (byte) (world.rank() + 1));
            byte[] all = new byte[expected.length];
            world.gather(own, block, all, block, 1);
            assertArrayEquals(world.rank() == 1 ? expected : new byte[expected.length], all);
            Arrays.fill(all, (byte) 0);
            world.allgather(own, block, all, block);
            assertArrayEquals(expected, all);
            Arrays.fill(own, (byte) 0);
            world.scatter(all, block, own, block, 2);
            assertArrayEquals(
                    Arrays.copyOfRange(expected, 14 * world.rank() + 3, 14 * world.rank() + 17),
                    Arrays.copyOfRange(own, 3, 17));
        });
    }

    @Test
    void neighborsBlocksMayBeginAtAnyByteAndTheirNumberMayBeZero() {
        DataLayout block = DataLayout.LONG.count(1).byteShifted(4);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            boolean isSender = world.rank() == 0;
            int[] other = {1 - world.rank()};
            int[] none = {};
            try (Communicator graph =
                    world.createDistributedGraphAdjacent(isSender ? none : other, isSender ? other : none, false)) {
                MemorySegment own = MemorySegment.ofArray(new byte[12]);
                own.set(ValueLayout.JAVA_LONG_UNALIGNED, 4, 77L);
                byte[] room = new byte[isSender ? 0 : 12];
                graph.neighborAllgather(own, block, room, block);
                check(isSender, room);
                byte[] again = new byte[isSender ? 0 : 12];
                graph.neighborAlltoall(isSender ? own : new byte[0], block, again, block);
                check(isSender, again);
                // What has no neighbor to go to, or to come from, may have any length.
                int[] send = isSender ? new int[] {5, 6} : new int[7];
                int[] receive = new int[isSender ? 0 : 2];
                graph.neighborAllgather(send, receive);
                assertArrayEquals(isSender ? new int[0] : new int[] {5, 6}, receive);
            }
        });
    }

    private static void check(boolean isSender, byte[] room) {
        if (!isSender) {
            assertEquals(77L, MemorySegment.ofArray(room).get(ValueLayout.JAVA_LONG_UNALIGNED, 4));
        }
    }

    @Test
    void aPersistentReceiveLeavesTheValuesThatItsMessageDoesNotFill() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean[] values = new boolean[4];
            Request receive = world.persistent().receive(values, 0, 0);
            Request send = world.nonblocking().send(new boolean[] {true, true, true, true}, 0, 0);
            receive.start();
            receive.await();
            send.await();
            Arrays.fill(values, false);
            send = world.nonblocking().send(new boolean[] {false}, 0, 0);
            receive.start();
            receive.await();
            send.await();
            assertArrayEquals(new boolean[4], values);
            receive.free();
        });
    }
}
