package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.IN_PLACE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * What a member gives wrongly to a collective is an error before any wait; in checked mode also what members give
 * differently.
 */
@Deadline(seconds = 60)
class CollectiveMistakesTest {
    private static final Options CHECKED = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");

    private static void is(ErrorClass expected, String text, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error::getMessage);
        assertTrue(error.getMessage().contains(text), error::getMessage);
    }

    @Test
    void inPlaceWhereItIsNotAllowed() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int other = 1 - world.rank();
            long[] all = new long[2];
            is(ErrorClass.BUFFER, "operation=broadcast", () -> world.broadcast(IN_PLACE, 0));
            is(ErrorClass.BUFFER, "for the root only", () -> world.gather(IN_PLACE, all, other));
            is(ErrorClass.BUFFER, "for the root only", () -> world.scatter(null, IN_PLACE, other));
            is(ErrorClass.BUFFER, "for the root only", () -> world.reduce(IN_PLACE, all, Operation.SUM, other));
            is(ErrorClass.BUFFER, "memory=receive", () -> world.allgather(all, IN_PLACE));
            is(ErrorClass.BUFFER, "memory=receive", () -> world.allreduce(all, IN_PLACE, Operation.SUM));
            is(
                    ErrorClass.BUFFER,
                    "operation=nonblocking().gather rank=" + world.rank(),
                    () -> world.nonblocking().gather(IN_PLACE, all, other));
            world.barrier();
        });
    }

    @Test
    void memoriesThatOverlap() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            long[] all = new long[8];
            is(ErrorClass.BUFFER, "overlap", () -> world.allreduce(all, all, Operation.SUM));
            is(ErrorClass.BUFFER, "overlap", () -> world.alltoall(all, all));
            DataLayout two = DataLayout.LONG.count(2);
            is(ErrorClass.BUFFER, "overlap", () -> world.allgather(all, DataLayout.LONG.slice(3, 2), all, two));
            world.allgather(all, DataLayout.LONG.slice(4, 2), all, two); // behind the blocks
            is(
                    ErrorClass.BUFFER,
                    "overlap",
                    () -> world.alltoall(all, DataLayout.LONG.slice(0, 2), all, DataLayout.LONG.slice(3, 2)));
            Arrays.setAll(all, i -> 10L * world.rank() + i);
            world.alltoall(all, DataLayout.LONG.slice(0, 2), all, DataLayout.LONG.slice(4, 2));
            int mine = 2 * world.rank();
            assertArrayEquals(new long[] {mine, mine + 1, 10 + mine, 11 + mine}, Arrays.copyOfRange(all, 4, 8));
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(64);
                is(
                        ErrorClass.BUFFER,
                        "overlap",
                        () -> world.allreduce(
                                memory.asSlice(0, 16), memory.asSlice(8, 16), DataLayout.LONG, Operation.SUM));
                world.allreduce(memory.asSlice(0, 16), memory.asSlice(16, 16), DataLayout.LONG, Operation.SUM);
            }
            world.barrier();
        });
    }

    @Test
    void aNeighborsBlockOfAnotherLength() {
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(2, endpoint -> {
                    int other = 1 - endpoint.world().rank();
                    Communicator pair = endpoint.world()
                            .createDistributedGraphAdjacent(new int[] {other}, new int[] {other}, false);
                    long[] four = {1, 2, 3, 4};
                    int expected = pair.rank() == 0 ? 2 : 4; // rank 1 means all that lies there; two are sent
                    pair.neighborAllgatherv(
                            four, DataLayout.LONG.count(2), new long[4], Blocks.of(DataLayout.LONG, new int[] {expected
                            }));
                }));
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertEquals(ErrorClass.TRUNCATE, ((SennitException) cause).errorClass(), String.valueOf(cause));
        assertTrue(cause.getMessage().contains("rank=1 peer=0 sent=16 expected=32"), cause.getMessage());
    }

    /** Rank 0 sends other lengths than rank 1 expects; rank 0 gets what it expects, which is the rank's own length. */
    @ParameterizedTest
    @CsvSource({
        "false, 16, 32",
        "false, 32, 16",
        "false, 8, 4096",
        "false, 4096, 8",
        "false, 0, 8",
        "false, 4096, 8192",
        "true, 16, 32",
        "true, 4096, 8"
    })
    void neighborsBlocksOfAnotherLength(boolean isAlltoall, int sent, int expected) {
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(2, endpoint -> {
                    int rank = endpoint.world().rank();
                    int[] one = {1 - rank};
                    int[] none = {};
                    Communicator pair = endpoint.world()
                            .createDistributedGraphAdjacent(rank == 0 ? none : one, rank == 0 ? one : none, false);
                    byte[] out = new byte[rank == 0 ? sent : expected];
                    byte[] in = new byte[rank == 0 ? 0 : expected];
                    if (isAlltoall) {
                        pair.neighborAlltoall(rank == 0 ? out : new byte[0], in);
                    } else {
                        pair.neighborAllgather(out, in);
                    }
                }));
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertEquals(ErrorClass.TRUNCATE, ((SennitException) cause).errorClass(), String.valueOf(cause));
        assertTrue(
                cause.getMessage().contains("rank=1 peer=0 sent=" + sent + " expected=" + expected),
                cause.getMessage());
    }

    @Test
    void sizesTypesRootsAndBlocks() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Blocks three = Blocks.of(DataLayout.LONG, new int[] {1, 1, 1});
            Blocks two = Blocks.of(DataLayout.LONG, new int[] {1, 1});
            Blocks far = Blocks.of(DataLayout.LONG, new int[] {1, 1}, new int[] {0, 5});
            Blocks twice = Blocks.of(DataLayout.LONG, new int[] {1, 1}, new int[] {1, 1});
            long[] one = new long[1];
            long[] both = new long[2];
            is(ErrorClass.ROOT, "root=2", () -> world.broadcast(one, 2));
            int self = world.rank();
            is(
                    ErrorClass.COUNT,
                    "blocks=2 each=8 bytes has=20 bytes",
                    () -> world.scatter(new int[5], new int[2], self));
            is(ErrorClass.ROOT, "root=-3", () -> world.broadcast(one, Communicator.ROOT));
            is(ErrorClass.ARG, "blocks=3 needed=2", () -> world.allgatherv(one, both, three));
            is(ErrorClass.ARG, "blocks=0 needed=2", () -> world.allgatherv(one, both, null));
            is(ErrorClass.ARG, "blocks=0", () -> world.reduceScatter(both, null, one, Operation.SUM));
            DataLayout huge = DataLayout.LONG.count(1).resized(0, Long.MAX_VALUE - 8);
            is(ErrorClass.COUNT, "operation=allgather rank=", () -> world.allgather(one, DataLayout.LONG, both, huge));
            is(ErrorClass.COUNT, "needs=48 bytes", () -> world.allgatherv(one, both, far));
            is(ErrorClass.ARG, "means a byte twice", () -> world.allgatherv(one, both, twice));
            is(ErrorClass.COUNT, "sent=16 bytes received=8", () -> world.allgatherv(both, new long[2], two));
            is(ErrorClass.TYPE, "received=LONG", () -> world.allgatherv(new double[1], both, two));
            is(ErrorClass.COUNT, "too small", () -> world.allgather(both, new long[3]));
            is(
                    ErrorClass.COUNT,
                    "sent=8 bytes received=16",
                    () -> world.allgather(one, DataLayout.LONG.count(1), new long[4], DataLayout.LONG.count(2)));
            is(
                    ErrorClass.ARG,
                    "one behind the other",
                    () -> world.reduceScatter(
                            IN_PLACE,
                            Blocks.of(DataLayout.LONG, new int[] {1, 1}, new int[] {1, 0}),
                            both,
                            Operation.SUM));
            is(ErrorClass.COUNT, "result memory too small", () -> world.reduceScatter(both, two, null, Operation.SUM));
            is(ErrorClass.TOPOLOGY, "no topology", () -> world.neighborAllgather(one, both));
            is(
                    ErrorClass.BUFFER,
                    "read-only",
                    () -> world.allreduce(
                            one, MemorySegment.ofArray(both).asReadOnly(), DataLayout.LONG.count(1), Operation.SUM));
            world.barrier();
        });
    }

    @Test
    void memoryThatCannotBeUsed() throws Exception {
        DataLayout everySecond = DataLayout.vector(2, 1, 2, DataLayout.LONG);
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(64);
        closed.close();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            long[] four = new long[4];
            MemorySegment readOnly = MemorySegment.ofArray(new long[4]).asReadOnly();
            for (DataLayout layout : new DataLayout[] {DataLayout.LONG.count(2), everySecond}) {
                is(ErrorClass.BUFFER, "read-only", () -> world.allreduce(four, readOnly, layout, Operation.SUM));
                is(ErrorClass.BUFFER, "arena is closed", () -> world.allreduce(four, gone, layout, Operation.SUM));
                is(
                        ErrorClass.BUFFER,
                        "arena is closed",
                        () -> world.persistent().broadcast(gone, layout, 0));
                world.allreduce(readOnly, four, layout, Operation.SUM);
            }
            is(ErrorClass.BUFFER, "not memory: class=java.lang.String", () -> world.broadcast("text", 0));
            world.barrier();
        });
    }

    @Test
    void whatIsMissing() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            long[] one = new long[1];
            long[] other = new long[1];
            Blocks block = Blocks.of(DataLayout.LONG, new int[] {1});
            is(ErrorClass.ARG, "blocks=0 needed=1", () -> world.gatherv(one, other, null, 0));
            is(ErrorClass.ARG, "operation=scatterv rank=0", () -> world.scatterv(one, null, other, 0));
            is(ErrorClass.ARG, "operation=alltoallv rank=0", () -> world.alltoallv(one, null, other, block));
            is(
                    ErrorClass.ARG,
                    "operation=nonblocking().alltoallv",
                    () -> world.nonblocking().alltoallv(one, block, other, null));
            is(ErrorClass.ARG, "blocks=0 needed=1", () -> world.reduceScatter(one, null, other, Operation.SUM));
            is(ErrorClass.OP, "no operation", () -> world.reduceScatter(one, block, other, null));
            is(ErrorClass.OP, "operation=allreduce rank=0", () -> world.allreduce(one, other, null));
            is(ErrorClass.OP, "no operation", () -> world.persistent().scan(one, other, null));
        });
    }

    @Test
    void theErrorSaysWhichMemoryIsMeant() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            long[] one = new long[1];
            Blocks one64 = Blocks.of(DataLayout.LONG, new int[] {1});
            Blocks two = Blocks.of(DataLayout.LONG, new int[] {2});
            is(ErrorClass.COUNT, "memory=send", () -> world.alltoallv(one, two, new long[2], two));
            is(ErrorClass.COUNT, "memory=receive", () -> world.alltoallv(new long[1], one64, one, two));
            is(ErrorClass.TYPE, "memory=send", () -> world.alltoallv(new int[2], one64, one, one64));
            is(ErrorClass.BUFFER, "class=java.lang.Long[] ", () -> world.broadcast(new Long[1], 0));
            is(ErrorClass.BUFFER, "memory=receive", () -> world.allgather(one, new Long[1]));
        });
    }

    @Test
    void whatFailsLeavesTheMemoryAsItIs() {
        Job.run(2, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            DataLayout everyOther = DataLayout.vector(2, 1, 2, DataLayout.LONG);
            long[] memory = {1, 2, 3, 4};
            Operation operation = world.rank() == 0 ? Operation.SUM : Operation.MAX;
            is(
                    ErrorClass.ARG,
                    "operation=SUM",
                    () -> world.nonblocking()
                            .allreduce(new long[4], memory, everyOther, operation)
                            .await());
            is(ErrorClass.ARG, "operation=SUM", () -> world.allreduce(new long[4], memory, everyOther, operation));
            assertArrayEquals(new long[] {1, 2, 3, 4}, memory);
            world.barrier();
        });
    }

    @Test
    void aBlockThatCutsAPairIsAnError() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Blocks cut = Blocks.of(DataLayout.INT, new int[] {1, 3});
            is(
                    ErrorClass.COUNT,
                    "unit=8",
                    () -> world.reduceScatter(new int[4], cut, new int[4], null, Operation.MINLOC));
            world.barrier();
        });
    }

    @Test
    void whoOnlyLooksOnAcrossTwoSidesNeedsNoMemoryOfAType() {
        Operation product = Operation.ofDoubles("product", true, (a, b) -> a * b);
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            boolean isLow = world.rank() < 2;
            try (Communicator own = world.split(isLow ? 0 : 1, 0);
                    Intercommunicator both =
                            own.createIntercommunicator(0, own.rank() == 0 ? world : null, isLow ? 2 : 0, 1)) {
                double[] result = new double[1];
                if (!isLow) {
                    both.reduce(new double[] {5}, null, product, 0);
                } else if (own.rank() == 0) {
                    both.reduce(null, result, product, Communicator.ROOT);
                    assertEquals(5, result[0]);
                } else {
                    both.reduce(null, null, product, Communicator.NULL_PROCESS);
                }
            }
        });
    }

    @Test
    void theHandlerHearsOfEachOnce() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<SennitException> heard = new CopyOnWriteArrayList<>();
            world.setErrorHandler((where, error) -> heard.add(error));
            assertThrows(SennitException.class, () -> world.broadcast(new long[1], 3));
            assertThrows(SennitException.class, () -> world.nonblocking().broadcast(new long[1], 3));
            assertThrows(
                    SennitException.class,
                    () -> world.persistent().allreduce(new double[1], new double[1], Operation.BAND));
            assertEquals(3, heard.size());
            Communicator other = world.duplicate();
            other.setErrorHandler((where, error) -> heard.add(error));
            other.close();
            assertThrows(SennitException.class, other::barrier);
            assertEquals(4, heard.size());
        });
    }

    @Test
    void checkedMembersHearWhoCallsWhatAndGoOn() {
        Job.run(4, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            int root = world.rank() == 0 ? 0 : 1;
            String expected =
                    "the members do not make the same call: rank 0: broadcast root=0 bytes=8 type=LONG; ranks 1-3:"
                            + " broadcast root=1 bytes=8 type=LONG";
            is(ErrorClass.ARG, expected, () -> world.broadcast(new long[1], root));
            is(
                    ErrorClass.ARG,
                    expected,
                    () -> world.nonblocking().broadcast(new long[1], root).await());
            Operation operation = world.rank() == 2 ? Operation.MAX : Operation.SUM;
            is(
                    ErrorClass.ARG,
                    "ranks 0-1,3: allreduce operation=SUM bytes=8 type=LONG; rank 2: allreduce operation=MAX",
                    () -> world.allreduce(new long[1], new long[1], operation));
            is(ErrorClass.ARG, "ranks 0-2: barrier; rank 3: allgather bytes=8", () -> {
                if (world.rank() < 3) {
                    world.barrier();
                } else {
                    world.allgather(new long[1], new long[4]);
                }
            });
            long[] sum = new long[1];
            world.allreduce(new long[] {world.rank()}, sum, Operation.SUM);
            assertEquals(6, sum[0]);
            long[] all = new long[4 * 5];
            Blocks blocks = Blocks.of(DataLayout.LONG, new int[] {1, 2, 3, 4});
            world.allgatherv(new long[world.rank() + 1], all, blocks);
            world.gather(new long[] {world.rank()}, all, DataLayout.LONG.count(1), 2);
            assertEquals(world.rank() == 2 ? 3 : 0, all[3]);
        });
    }
}
