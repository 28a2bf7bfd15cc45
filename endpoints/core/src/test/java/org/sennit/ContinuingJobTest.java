package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Endpoints of one JVM whose programs throw while the others go on. */
@Deadline(seconds = 20)
class ContinuingJobTest {
    private static final int DYING = 2;
    private static final int RANKS = 4;

    private static SennitException run(EndpointProgram program) {
        Options options = Options.defaults().with(JobOptions.FAILURE, "continue", "test");
        return assertThrows(SennitException.class, () -> Job.run(RANKS, options, program));
    }

    /** The program of all but one, which throws when it has done its part. */
    private static void runWithout(EndpointProgram last, EndpointProgram others) {
        AtomicBoolean hasAnotherFailed = new AtomicBoolean();
        SennitException end = run(endpoint -> {
            if (endpoint.world().rank() == DYING) {
                last.run(endpoint);
                throw new IllegalStateException("as planned");
            }
            try {
                others.run(endpoint);
            } catch (Throwable e) {
                hasAnotherFailed.set(true);
                throw e;
            }
        });
        assertEquals(ErrorClass.PROC_FAILED, end.errorClass());
        assertTrue(end.getMessage().contains("rank " + DYING), end::getMessage);
        assertFalse(hasAnotherFailed.get());
    }

    private static SennitException fails(Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(ErrorClass.PROC_FAILED, error.errorClass(), error::toString);
        assertTrue(error.getMessage().contains("rank " + DYING + " of the job"), error::getMessage);
        assertTrue(error.getMessage().contains("as planned at="), error::getMessage);
        assertTrue(error.getMessage().contains(" says=itself"), error::getMessage);
        return error;
    }

    /** A call that waits for any sender names the one that has failed. */
    private static void failsForAll(Runnable call) {
        String text = fails(call).getMessage();
        assertTrue(text.contains(" peer=ANY_SOURCE tag=1 "), text);
        assertTrue(text.contains(" failed=" + DYING + " "), text);
    }

    private static void awaitDeath(Communicator world) {
        while (world.failed().size() == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoNamesTheFailedGetsAnErrorAndTheOthersGoOn() {
        runWithout(endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            fails(() -> world.receive(new int[1], DYING, 1));
            fails(() -> world.nonblocking().receive(new int[1], DYING, 1).await());
            fails(() -> world.probe(DYING, 1));
            fails(() -> world.send(new int[100_000], DYING, 1));
            fails(world::barrier);
            fails(() -> world.duplicate());
            try (Communicator rest = world.createFromGroup(world.group().difference(world.failed()), 1)) {
                int[] sum = new int[1];
                rest.allreduce(new int[] {world.rank()}, sum, Operation.SUM);
                assertEquals(RANKS * (RANKS - 1) / 2 - DYING, sum[0]);
            }
        });
    }

    @Test
    void whatHasArrivedIsReceived() {
        runWithout(
                endpoint -> {
                    endpoint.world().send(new int[] {7}, 0, 1);
                    endpoint.world().nonblocking().send(new int[50_000], 0, 2); // stays in the sender's memory
                },
                endpoint -> {
                    Communicator world = endpoint.world();
                    awaitDeath(world);
                    if (world.rank() == 0) {
                        int[] value = new int[1];
                        world.receive(value, DYING, 1);
                        assertEquals(7, value[0]);
                        world.receive(new int[50_000], DYING, 2);
                        fails(() -> world.receive(value, DYING, 1));
                    }
                });
    }

    @Test
    void aReceiveFromAnybodyWaitsForTheOthersOnceTheFailureIsAcknowledged() {
        runWithout(endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                failsForAll(() -> world.receive(new int[1], Communicator.ANY_SOURCE, 1));
                failsForAll(() -> world.probe(Communicator.ANY_SOURCE, 1));
                world.acknowledgeFailures();
                Request any = world.nonblocking().receive(new int[1], Communicator.ANY_SOURCE, 1);
                assertFalse(any.test());
                world.send(new int[1], 1, 1);
                assertEquals(1, any.await().source());
            } else if (world.rank() == 1) {
                world.receive(new int[1], 0, 1);
                world.send(new int[1], 0, 1);
            }
        });
    }

    @Test
    void partitionedMessagesEndOnBothSides() {
        runWithout(
                endpoint -> {
                    Communicator world = endpoint.world();
                    world.persistent()
                            .sendPartitioned(new int[2], 2, DataLayout.INT.count(1), 0, 1)
                            .start();
                    world.persistent()
                            .receivePartitioned(new int[2], 2, DataLayout.INT.count(1), 1, 1)
                            .start();
                    world.send(new byte[0], 0, 2);
                    world.send(new byte[0], 1, 2);
                    world.receive(new byte[0], 0, 3); // both have started
                    world.receive(new byte[0], 1, 3);
                },
                endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 0) {
                        PartitionedReceive receive =
                                world.persistent().receivePartitioned(new int[2], 2, DataLayout.INT.count(1), DYING, 1);
                        receive.start();
                        world.send(new byte[0], DYING, 3);
                        world.receive(new byte[0], DYING, 2);
                        fails(receive::await);
                        fails(receive::start);
                    } else if (world.rank() == 1) {
                        PartitionedSend send =
                                world.persistent().sendPartitioned(new int[2], 2, DataLayout.INT.count(1), DYING, 1);
                        send.start();
                        send.ready(0);
                        world.send(new byte[0], DYING, 3);
                        world.receive(new byte[0], DYING, 2);
                        fails(send::await);
                    }
                });
    }

    @Test
    void aCollectiveInWhichAMemberIsMissingEndsOnAllHoweverItIsCalled() {
        EndpointProgram last = endpoint -> {
            for (int i = 1; i < RANKS; i++) { // the others are about to call it
                endpoint.world().receive(new byte[0], Communicator.ANY_SOURCE, 1);
            }
        };
        runWithout(last, endpoint -> {
            Communicator world = endpoint.world();
            world.send(new byte[0], DYING, 1);
            double[] send = new double[20_000];
            double[] receive = new double[20_000];
            Request persistent = world.persistent().allreduce(send, receive, Operation.SUM);
            switch (world.rank()) {
                case 0 -> fails(() -> world.allreduce(send, receive, Operation.SUM));
                case 1 ->
                    fails(() -> world.nonblocking()
                            .allreduce(send, receive, Operation.SUM)
                            .await());
                default ->
                    fails(() -> {
                        persistent.start();
                        persistent.await();
                    });
            }
            fails(persistent::start);
        });
    }

    @Test
    void abortEndsAlsoAJobThatGoesOn() {
        SennitException end = run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == DYING) {
                world.setErrorHandler(ErrorHandler.ABORT);
                world.send(new int[1], RANKS, 1);
            }
            world.receive(new int[1], DYING, 1);
        });
        assertEquals(ErrorClass.PROC_ABORTED, end.errorClass(), end::toString);
    }
}
