package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.PartitionedReceive;
import org.sennit.PartitionedSend;
import org.sennit.Window;
import org.sennit.conformance.OneJvmJob;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.testkit.Deadline;

/**
 * A call that makes messages internally, and waits for a member that fails: the error handler is called once, with the
 * error that the call throws, which names the call; and not for the messages.
 */
@Deadline(seconds = 60)
class HandlerCallsTest {
    private static final int RANKS = 3;
    private static final int LAST = RANKS - 1;
    private static final int WAITS = 1;
    private static final int OWN = 2;
    private static final int TAG = 3;
    private static final int BYTES = 1 << 20;

    /** Prepares a call, on all ranks. */
    private interface Preparation {
        /**
         * Prepares a call.
         *
         * @param reported receives what the error handler is called with
         * @return the call, which waits for the last rank, and which that rank does not make
         */
        Runnable prepare(Communicator world, List<SennitException> reported);
    }

    /** A call on the world. */
    private interface WorldCall {
        void run(Communicator world);
    }

    /** A call, and its name in errors. */
    private enum Call {
        BARRIER("operation=barrier ", world -> world.barrier()),
        ALLREDUCE(
                "operation=allreduce ",
                world -> world.allreduce(new long[BYTES / 8], new long[BYTES / 8], Operation.SUM)),
        BROADCAST("operation=broadcast ", world -> world.broadcast(new byte[BYTES], LAST)),
        ALLGATHER(
                "operation=allgather ",
                world -> world.nonblocking()
                        .allgather(new int[1], new int[RANKS])
                        .await()),
        ALLTOALL(
                "operation=alltoall ",
                world -> started(world.persistent().alltoall(new int[RANKS], new int[RANKS]))
                        .await()),
        BARRIER_OF_TWO_SIDES("operation=barrier ", Call::sides),
        SPLIT(" in=split", world -> world.split(0, 0)),
        DUPLICATE(" in=duplicate", world -> world.duplicate()),
        CREATE(" in=create", world -> world.create(world.group())),
        CREATE_FROM_GROUP("createFromGroup", world -> world.createFromGroup(world.group(), TAG)),
        ENDPOINTS(" in=createEndpoints", world -> world.createEndpoints(1)),
        GRID(" in=createCartesian", world -> world.createCartesian(new int[] {RANKS}, new boolean[1], true)),
        GRAPH(" in=createDistributedGraph", world -> {
            int next = (world.rank() + 1) % RANKS;
            world.createDistributedGraph(new int[] {next}, new int[] {1}, new int[] {next}, false);
        }),
        WINDOW(" in=allocateWindow", world -> world.allocateWindow(8, 1)),
        FENCE("operation=", (world, reported) -> {
            Window window = window(world, reported);
            return () -> window.fence();
        }),
        EXPOSURE("operation=", (world, reported) -> {
            Window window = window(world, reported);
            return () -> {
                window.post(world.group().include(LAST));
                window.waitFor();
            };
        }),
        PARTITIONED_RECEIVE("partitioned operation=receive ", world -> {
            PartitionedReceive receive =
                    world.persistent().receivePartitioned(new int[2], 2, DataLayout.INT.count(1), LAST, TAG);
            started(receive).await();
        }),
        PARTITIONED_SEND("partitioned operation=send ", world -> {
            PartitionedSend send =
                    world.persistent().sendPartitioned(new byte[BYTES], 2, DataLayout.BYTE.count(BYTES / 2), LAST, TAG);
            send.start();
            send.readyRange(0, 1);
            send.await();
        }),
        SEND_RECEIVE("operation=", world -> world.sendReceive(new byte[BYTES], LAST, TAG, new byte[BYTES], LAST, TAG)),
        SEND_RECEIVE_NONBLOCKING(
                "operation=",
                world -> world.nonblocking()
                        .sendReceive(new byte[BYTES], LAST, TAG, new byte[BYTES], LAST, TAG)
                        .await()),
        REPLACE("operation=", world -> world.sendReceiveReplace(new byte[BYTES], LAST, TAG, LAST, TAG)),
        GIVEN_ALLTOALL("operation=", Call::given);

        private final String name;
        private final Preparation preparation;

        Call(String name, WorldCall call) {
            this(name, (world, reported) -> {
                world.setErrorHandler((communicator, error) -> reported.add(error));
                return () -> call.run(world);
            });
        }

        Call(String name, Preparation preparation) {
            this.name = name;
            this.preparation = preparation;
        }

        private static Request started(Request request) {
            request.start();
            return request;
        }

        private static Window window(Communicator world, List<SennitException> reported) {
            Window window = world.allocateWindow(8, 1);
            world.setErrorHandler((communicator, error) -> reported.add(error));
            window.setErrorHandler((of, error) -> reported.add(error));
            return window;
        }

        private static Runnable sides(Communicator world, List<SennitException> reported) {
            boolean isAlone = world.rank() == LAST;
            Communicator inter =
                    world.split(isAlone ? 0 : 1, 0).createIntercommunicator(0, world, isAlone ? 0 : LAST, TAG);
            inter.setErrorHandler((communicator, error) -> reported.add(error));
            return inter::barrier;
        }

        private static Runnable given(Communicator world, List<SennitException> reported) {
            OwnershipPool pool = OwnershipPool.open(world.endpoint(), OwnershipPool.defaults(world.endpoint()));
            world.setErrorHandler((communicator, error) -> reported.add(error));
            OwnedBuffer[] buffers = new OwnedBuffer[RANKS];
            Arrays.setAll(buffers, rank -> pool.alloc(BYTES));
            return () -> pool.over(world).alltoall(buffers);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void aHandlerIsCalledOnceForACall(int processes) {
        assertAll(Arrays.stream(Call.values()).map(call -> () -> isToldOnce(processes, call)));
    }

    /** The messages of two others are of another call. */
    @Test
    void aHandlerIsCalledOnceForACallThatTheMembersMakeDifferently() {
        List<SennitException> reported = new ArrayList<>();
        AtomicReference<SennitException> thrown = new AtomicReference<>();
        OneJvmJob job = new OneJvmJob(RANKS, 1, Map.of());
        assertThrows(
                SennitException.class,
                () -> job.run(endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() != 0) {
                        world.gather(new int[2], new int[2 * RANKS], 0);
                        world.receive(new int[1], 0, TAG);
                    } else {
                        world.setErrorHandler((communicator, error) -> reported.add(error));
                        SennitException error =
                                assertThrows(SennitException.class, () -> world.gather(new int[1], new int[RANKS], 0));
                        thrown.set(error);
                        throw error;
                    }
                }));
        assertEquals(List.of(thrown.get()), reported);
        assertEquals(ErrorClass.ARG, thrown.get().errorClass());
    }

    private static void isToldOnce(int processes, Call call) {
        Queue<List<SennitException>> reported = new ConcurrentLinkedQueue<>();
        Queue<SennitException> thrown = new ConcurrentLinkedQueue<>();
        OneJvmJob job = new OneJvmJob(processes, RANKS / processes, Map.of("failure", "continue"));
        SennitException end = assertThrows(
                SennitException.class,
                () -> job.run(endpoint -> {
                    Communicator world = endpoint.world();
                    List<SennitException> errors = new ArrayList<>();
                    Runnable prepared = call.preparation.prepare(world, errors);
                    if (world.rank() == LAST) {
                        for (int i = 0; i < LAST; i++) {
                            world.receive(new int[1], i, WAITS);
                        }
                        throw new IllegalStateException("as planned");
                    }
                    tellInNextWait(world);
                    SennitException error = assertThrows(SennitException.class, prepared::run, call::name);
                    synchronized (reported) {
                        thrown.add(error);
                        reported.add(errors);
                    }
                }));
        assertEquals(LAST, thrown.size(), () -> call + " " + end);
        for (SennitException error : thrown) {
            List<SennitException> errors = reported.remove();
            assertEquals(1, errors.size(), () -> call + " " + errors);
            assertSame(error, errors.getFirst(), call::name);
            assertEquals(ErrorClass.PROC_FAILED, error.errorClass(), error::toString);
            assertTrue(error.getMessage().contains(call.name), () -> call + " " + error);
        }
    }

    /** Has the last rank learn that the next call waits, as soon as it does. */
    private static void tellInNextWait(Communicator world) {
        Request own = world.nonblocking().receive(new int[1], world.rank(), OWN);
        world.nonblocking().send(new int[1], world.rank(), OWN);
        own.toFuture().thenRun(() -> world.nonblocking().send(new int[1], LAST, WAITS));
    }
}
