package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
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

    private static void failAll(ErrorClass expected, Handover handover) {
        fails(expected, () -> handover.giveObject("text", 0, 0));
        fails(expected, () -> handover.givePersistent(0, 0));
        fails(expected, () -> handover.takeNonblocking(0, 0));
        fails(expected, () -> handover.takeObject(String.class, 0, 0));
    }

    @Test
    void nothingIsHandedOverByAClosedCommunicator() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            Communicator closed = endpoint.world().duplicate();
            Handover handover = pool.over(closed);
            closed.close();
            failAll(ErrorClass.COMM, handover);
            OwnedBuffer buffer = pool.alloc(8);
            fails(ErrorClass.COMM, () -> handover.alltoall(new OwnedBuffer[] {buffer}));
            buffer.free();
        });
    }

    @Test
    void nothingIsHandedOverWhenTheJobIsOver() {
        AtomicReference<Handover> ended = new AtomicReference<>();
        Job.run(1, endpoint -> ended.set(OwnershipPool.of(endpoint).over(endpoint.world())));
        failAll(ErrorClass.SESSION, ended.get());
        fails(ErrorClass.SESSION, () -> ended.get().alltoall(new OwnedBuffer[1]));
    }

    @Test
    void nothingIsGivenToAnEndpointThatHasFailed() {
        AtomicBoolean isTested = new AtomicBoolean();
        Options options = Options.defaults().with(JobOptions.FAILURE, "continue", "test");
        fails(
                ErrorClass.PROC_FAILED,
                () -> Job.run(2, options, endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 1) {
                        throw new IllegalStateException("as planned");
                    }
                    fails(ErrorClass.PROC_FAILED, () -> world.receive(new byte[1], 1, 0));
                    Handover handover = OwnershipPool.of(endpoint).over(world);
                    fails(ErrorClass.PROC_FAILED, () -> handover.giveObject("text", 1, 0));
                    fails(ErrorClass.PROC_FAILED, () -> handover.giveObjectNonblocking("text", 1, 0));
                    fails(ErrorClass.PROC_FAILED, () -> handover.givePersistent(1, 0));
                    isTested.set(true);
                }));
        assertTrue(isTested.get());
    }

    @Test
    void anObjectOfAnotherClassIsNotTaken() {
        Job.run(1, endpoint -> {
            Handover handover = OwnershipPool.of(endpoint).over(endpoint.world());
            handover.giveObject("text", 0, 0);
            fails(ErrorClass.TYPE, () -> handover.takeObject(Integer.class, 0, 0));
        });
    }
}
