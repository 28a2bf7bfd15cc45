package org.sennit.internal.endpoints.construct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** A process that has come to its end does not wait for one that never will. */
@Core
@Deadline(seconds = 60)
class JobEndTest {
    private static final Options OPTIONS = Options.defaults().with(ProcessDevice.BACKGROUND, false, "test");

    private TwoProcesses two = with(OPTIONS);

    private static TwoProcesses with(Options options) {
        return new TwoProcesses(new LocalNetwork(5, true, any -> null), options);
    }

    /** Process 0 sends to process 1, whose answer it awaits at its end; process 1 does something, and never answers. */
    private SennitException failureOfZero(Runnable inOne) throws InterruptedException {
        List<Throwable> failures = two.run(world -> {
            if (world.rank() == 0) {
                world.send(new byte[1], 1, 7);
            } else {
                world.receive(new byte[1], 0, 7);
                inOne.run();
                two.thread(0).join();
                two.listener(1).jobAborted(0, "the test is over");
            }
        });
        return assertInstanceOf(SennitException.class, failures.getFirst());
    }

    @Test
    void endsWhenAnotherProcessHasLeft() throws InterruptedException {
        SennitException failure = failureOfZero(() -> two.listener(0).processLeft(1, "process 1 has left"));
        assertEquals(ErrorClass.PROC_ABORTED, failure.errorClass());
        assertEquals("process 1 has left", failure.getCause().getMessage());
    }

    @Test
    void endsWhenItsThreadIsInterrupted() throws InterruptedException {
        SennitException failure = failureOfZero(() -> two.thread(0).interrupt());
        assertEquals(ErrorClass.PROC_ABORTED, failure.errorClass());
        assertInstanceOf(InterruptedException.class, failure.getCause());
    }

    @Test
    void goesOnToTheLastStepWithoutOneThatHasLeftWhereTheJobContinues() throws InterruptedException {
        two = with(OPTIONS.with(JobOptions.FAILURE, "continue", "test"));
        assertEquals(List.of(), two.run(world -> {
            if (world.rank() == 0) {
                world.send(new byte[1], 1, 7);
            } else {
                world.receive(new byte[1], 0, 7);
                two.listener(0).processLeft(1, "process 1 has left");
                while (!two.isOneAtFence()) {
                    Thread.yield(); // its answer would come at its end, which is later
                }
            }
        }));
    }
}
