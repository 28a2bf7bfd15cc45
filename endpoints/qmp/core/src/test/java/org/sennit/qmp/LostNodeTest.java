package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Handles of several channels, one of which leads to a node that has failed: the others are as they should be. */
@Deadline(seconds = 60)
class LostNodeTest {
    private static final int LOST = 2;
    private static final int VALUE = 7;

    private interface Program {
        void run(Qmp qmp, Communicator world);
    }

    /** Runs a program on nodes 0 and 1 of three; the last one fails when both have asked for it. */
    private static void run(Program program) {
        Options continuing = Options.of(new Properties(), Map.of()).with(JobOptions.FAILURE, "continue", "test");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        SennitException end = assertThrows(
                SennitException.class,
                () -> Job.run(3, continuing, endpoint -> {
                    Qmp qmp = Qmp.of(endpoint);
                    Communicator world = endpoint.world();
                    if (world.rank() == LOST) {
                        world.receive(new byte[0], 0, 1);
                        world.receive(new byte[0], 1, 1);
                        throw new IllegalStateException("as planned");
                    }
                    try {
                        program.run(qmp, world);
                    } catch (AssertionError | RuntimeException wrong) { // the end of the job tells of one failure only
                        failure.set(wrong);
                        throw wrong;
                    }
                }));
        assertEquals(ErrorClass.PROC_FAILED, end.errorClass(), end::toString);
        assertNull(failure.get());
    }

    private static void lose(Communicator world) {
        world.send(new byte[0], LOST, 1);
        while (world.failed().size() == 0) {
            Thread.onSpinWait();
        }
    }

    private static void fails(Runnable call) {
        assertEquals(
                ErrorClass.PROC_FAILED,
                assertThrows(SennitException.class, call::run).errorClass());
    }

    private static MessageHandle receive(Qmp qmp, int[] memory, int node) {
        return qmp.declareReceiveFrom(qmp.declareMsgmem(memory, 4), node, 0);
    }

    private static MessageHandle send(Qmp qmp, int node) {
        return qmp.declareSendTo(qmp.declareMsgmem(new int[] {VALUE}, 4), node, 0);
    }

    private static void awaitAndSend(Qmp qmp, Communicator world) {
        lose(world);
        world.receive(new byte[0], 0, 2);
        MessageHandle send = send(qmp, 0);
        assertEquals(QmpStatus.SUCCESS, qmp.start(send));
        assertEquals(QmpStatus.SUCCESS, qmp.await(send));
    }

    @Test
    void whatHasBeenStartedBeforeAFailedStartIsWaitedFor() {
        run((qmp, world) -> {
            if (world.rank() == 1) {
                awaitAndSend(qmp, world);
                return;
            }
            int[] in = new int[1];
            MessageHandle both = qmp.declareMultiple(new MessageHandle[] {receive(qmp, in, 1), send(qmp, LOST)}, 2);
            lose(world);
            fails(() -> qmp.start(both));
            qmp.setTimeout(0);
            assertEquals(QmpStatus.TIMEOUT, qmp.await(both), "node 1 has not sent");
            world.send(new byte[0], 1, 2);
            qmp.setTimeout(TimeUnit.MINUTES.toNanos(1));
            fails(() -> qmp.await(both));
            assertEquals(VALUE, in[0]);
            assertEquals(QmpStatus.SUCCESS, qmp.await(both), "it is idle again");
            qmp.freeMsghandle(both);
        });
    }

    @Test
    void aFailedChannelIsNoReasonToLeaveTheOthersUntaken() {
        run((qmp, world) -> {
            if (world.rank() == 1) {
                awaitAndSend(qmp, world);
                return;
            }
            int[] in = new int[1];
            MessageHandle both =
                    qmp.declareMultiple(new MessageHandle[] {receive(qmp, new int[1], LOST), receive(qmp, in, 1)}, 2);
            assertEquals(QmpStatus.SUCCESS, qmp.start(both));
            lose(world);
            world.send(new byte[0], 1, 2);
            fails(() -> qmp.await(both));
            assertEquals(VALUE, in[0]);
            qmp.freeMsghandle(both);
            assertEquals(QmpStatus.SUCCESS, qmp.getErrorNumber(both), "it was idle again, and has been freed");
        });
    }
}
