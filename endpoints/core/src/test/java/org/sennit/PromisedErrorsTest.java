package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Errors that the documentation of a call promises, and that no test of the call's behaviour meets. */
@Deadline(seconds = 60)
@Core
class PromisedErrorsTest {
    private static void fails(ErrorClass expected, Executable call) {
        assertEquals(expected, assertThrows(SennitException.class, call).errorClass());
    }

    @Test
    void whatIsNoMemoryIsNoVector() {
        fails(ErrorClass.BUFFER, () -> ActiveVector.generic("text"));
        fails(ErrorClass.BUFFER, () -> ActiveVector.generic(new int[1], List.of()));
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
