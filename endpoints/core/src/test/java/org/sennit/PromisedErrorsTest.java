package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.active.ActiveVector;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Errors that the documentation of a call promises, and that no test of the call's behaviour meets. */
@Deadline(seconds = 60)
@Core
class PromisedErrorsTest {
    private static void fails(ErrorClass expected, Executable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call);
        assertEquals(expected, error.errorClass());
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
    }

    @Test
    void whatIsNoMemoryIsNoVector() {
        fails(ErrorClass.BUFFER, () -> ActiveVector.generic("text"));
        fails(ErrorClass.BUFFER, () -> ActiveVector.generic(new int[1], List.of()));
    }

    @Test
    void aPieceThatAVectorHasNotIsAnError() {
        for (ActiveVector vector :
                List.of(ActiveVector.generic(new int[1], new int[1]), ActiveVector.strided(new byte[8], 0, 2, 1, 4))) {
            fails(ErrorClass.ARG, () -> vector.memory(2), "piece=2 legal=0 to 1");
            fails(ErrorClass.ARG, () -> vector.offsetBytes(-1), "piece=-1");
            fails(ErrorClass.ARG, () -> vector.pieceBytes(2), "piece=2");
        }
    }

    @Test
    void anAssertionThatIsNullIsAnError() {
        Job.run(1, endpoint -> {
            try (Window window = endpoint.world().createWindow(new byte[8], 1)) {
                fails(ErrorClass.ASSERT, () -> window.fence((WindowAssertion) null), "operation=fence", "given=null");
            }
        });
    }

    @Test
    void anOptionHasANameOfWords() {
        fails(ErrorClass.ARG, () -> Option.ofChoice("Not a name", "on", "", "on", "off"));
        fails(ErrorClass.ARG, () -> Option.ofLong("", 0, "bytes", ""));
    }

    @Test
    void aMemberOutsideHasNoProcess() {
        Job.run(2, endpoint -> {
            fails(ErrorClass.RANK, () -> endpoint.world().processOf(-1));
            fails(ErrorClass.RANK, () -> endpoint.world().processOf(2));
        });
    }

    @Test
    void whatIsNoGridIsAnErrorOfItsReader() {
        Job.run(
                1,
                Options.fromEnvironment().with(JobOptions.GRID, "2xy", "test"),
                endpoint -> fails(ErrorClass.ARG, endpoint::grid));
    }

    @Test
    void anObjectMayBeTooLong() {
        Options options = Options.fromEnvironment()
                .with(ObjectRules.ALLOW, "java.lang.String", "test")
                .with(ObjectRules.MAX_BYTES, 100L, "test");
        Job.run(
                1,
                options,
                endpoint -> fails(ErrorClass.COUNT, () -> endpoint.world().sendObject("x".repeat(1000), 0, 0)));
    }

    @Test
    void aLocalReductionNeedsEachByteOnce() {
        DataLayout twice = DataLayout.vector(2, 2, 1, DataLayout.INT);
        fails(ErrorClass.ARG, () -> Operation.SUM.reduceLocal(new int[3], new int[3], twice));
    }

    @Test
    void aCollectiveThatReceivesSendsAsMuch() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            double[] room = {-1, -1};
            fails(ErrorClass.BUFFER, () -> world.allreduce(null, room, Operation.SUM), "no send memory: given=null");
            fails(ErrorClass.BUFFER, () -> world.scan(null, room, Operation.SUM), "operation=scan");
            fails(ErrorClass.BUFFER, () -> world.allgather(null, room), "operation=allgather rank=" + world.rank());
            fails(ErrorClass.BUFFER, () -> world.alltoall(null, room), "operation=alltoall");
            world.allreduce(null, new double[0], Operation.SUM);
            world.allreduce(null, null, Operation.SUM);
            world.allgather(null, null);
        });
    }

    @Test
    void partitionsThatAreNoneAreErrors() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            PartitionedSend send = world.persistent().sendPartitioned(new int[4], 4, DataLayout.INT.count(1), 0, 1);
            send.start();
            fails(ErrorClass.ARG, () -> send.readyRange(3, 1), "operation=readyRange", "first=3 last=1");
            fails(ErrorClass.ARG, () -> send.readyList((int[]) null), "operation=readyList", "given=null");
            fails(ErrorClass.ARG, () -> send.ready(4), "partition=4");
            fails(
                    ErrorClass.ARG,
                    () -> world.persistent().sendPartitioned(null, 0, DataLayout.INT, Communicator.NULL_PROCESS, 1));
            PartitionedReceive receive =
                    world.persistent().receivePartitioned(new int[4], 2, DataLayout.INT.count(2), 0, 1);
            receive.start();
            send.readyRange(0, 3);
            Request.awaitAll(send, receive);
        });
    }

    /** As all memory of messages with the null process. */
    @Test
    void memoryOfPartitionsForTheNullProcessIsNotLookedAt() {
        Job.run(1, endpoint -> {
            PersistentCalls persistent = endpoint.world().persistent();
            for (Object memory : new Object[] {null, "text", new boolean[2]}) {
                PartitionedSend send =
                        persistent.sendPartitioned(memory, 3, DataLayout.INT, Communicator.NULL_PROCESS, 1);
                PartitionedReceive receive =
                        persistent.receivePartitioned(memory, 3, DataLayout.INT, Communicator.NULL_PROCESS, 1);
                send.start();
                receive.start();
                send.readyRange(0, 2);
                Request.awaitAll(send, receive);
            }
        });
    }

    @Test
    void aPartitionOfAnotherThreadsMemoryCannotBeSentByThisOne() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            DataLayout part = DataLayout.LONG.count(1);
            if (world.rank() == 1) {
                PartitionedReceive receive = world.persistent().receivePartitioned(new long[2], 2, part, 0, 1);
                receive.start();
                receive.await();
                return;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(2 * Long.BYTES, Long.BYTES);
                PartitionedSend send = world.persistent().sendPartitioned(memory, 2, part, 1, 1);
                send.start();
                AtomicReference<SennitException> found = new AtomicReference<>();
                Thread other = Thread.ofPlatform().start(() -> {
                    try {
                        send.ready(0);
                    } catch (SennitException e) {
                        found.set(e);
                    }
                });
                other.join();
                assertEquals(ErrorClass.BUFFER, found.get().errorClass());
                send.readyRange(0, 1);
                send.await();
            }
        });
    }

    @Test
    void aJobThatIsOverHasNoSharedMemory() {
        AtomicReference<Endpoint> ended = new AtomicReference<>();
        Job.run(1, ended::set);
        fails(ErrorClass.SESSION, () -> ended.get().allocateShared(64));
    }
}
