package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.internal.endpoints.watch.WatchOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Calls that wait for endpoints of the same JVM whose programs have ended. */
@Deadline(seconds = 60)
class EndedPeersTest {
    private static final int STAYING = 0;
    private static final int LARGE = 100_000;

    private static void run(int ranks, EndpointProgram ending, EndpointProgram staying) {
        run(ranks, Options.defaults(), ending, staying);
    }

    private static void run(int ranks, Options options, EndpointProgram ending, EndpointProgram staying) {
        Job.run(ranks, options, endpoint -> {
            if (endpoint.world().rank() == STAYING) {
                staying.run(endpoint);
            } else {
                ending.run(endpoint);
            }
        });
    }

    private static SennitException ends(Runnable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(ErrorClass.PROC_ENDED, error.errorClass(), error::toString);
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
        return error;
    }

    @Test
    void aReceiveFromAnEndedSourceEndsAndSaysWhoAndWhat() {
        run(2, endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            ends(
                    () -> world.receive(new int[1], 1, 7),
                    "rank 1 has ended",
                    "operation=receive",
                    "rank=0",
                    "peer=1",
                    "tag=7",
                    "communicator=world");
            ends(() -> world.nonblocking().receive(new int[1], 1, 7).await(), "rank 1 has ended", "tag=7");
            ends(() -> world.probe(1, 8), "rank 1 has ended", "operation=probe", "tag=8");
            ends(() -> world.receiveObject(String.class, 1, 9), "rank 1 has ended", "tag=9");
            Request persistent = world.persistent().receive(new int[1], 1, 3);
            persistent.start();
            ends(persistent::await, "rank 1 has ended", "tag=3");
        });
    }

    private static void endsInFuture(CompletableFuture<?> future, String... parts) {
        ends(
                () -> {
                    CompletionException end = assertThrows(CompletionException.class, future::join);
                    throw assertInstanceOf(SennitException.class, end.getCause(), end::toString);
                },
                parts);
    }

    @Test
    void aFutureAndItsStagesEnd() {
        run(2, endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            int[] got = new int[1];
            endsInFuture(world.nonblocking().receive(got, 1, 7).toFuture(), "rank 1 has ended", "tag=7");
            AtomicInteger runs = new AtomicInteger();
            CompletableFuture<Integer> stage = world.nonblocking()
                    .receive(got, 1, 8)
                    .toFuture()
                    .thenApply(status -> runs.incrementAndGet())
                    .thenApply(number -> -number);
            endsInFuture(stage, "rank 1 has ended", "tag=8");
            assertEquals(0, runs.get());
            CompletableFuture<Status> receive =
                    world.nonblocking().receive(got, 1, 9).toFuture();
            ExecutionException end = assertThrows(ExecutionException.class, receive::get);
            assertTrue(end.getMessage().contains("rank 1 has ended"), end::getMessage);
        });
    }

    @Test
    void aFutureGoesOnThatSomethingElseCompletes() {
        run(
                3,
                endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 2) {
                        world.receive(new int[1], STAYING, 1); // until the first wait has found out
                        TimeUnit.MILLISECONDS.sleep(900); // longer than it takes to find hopeless waits
                        world.send(new int[] {5}, STAYING, 2);
                    }
                },
                endpoint -> {
                    Communicator world = endpoint.world();
                    ends(() -> world.receive(new int[1], 1, 2));
                    CompletableFuture<Status> fromEnded =
                            world.nonblocking().receive(new int[1], 1, 2).toFuture();
                    CompletableFuture<Status> fromOther =
                            world.nonblocking().receive(new int[1], 2, 2).toFuture();
                    world.send(new int[1], 2, 1);
                    assertEquals(
                            2,
                            fromEnded.applyToEither(fromOther, Status::source).join());
                    Request timed = world.nonblocking().receive(new int[1], 1, 3);
                    assertNull(timed.toFuture()
                            .completeOnTimeout(null, 900, TimeUnit.MILLISECONDS)
                            .join());
                    assertThrows(TimeoutException.class, () -> fromEnded.get(900, TimeUnit.MILLISECONDS));
                });
    }

    @Test
    void aReceiveFromAnySourceEndsWhenAllOthersHaveEnded() {
        run(4, endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            ends(() -> world.receive(new int[1], Communicator.ANY_SOURCE, 1), "all others have ended (3)");
            ends(() -> world.probe(Communicator.ANY_SOURCE, 1), "all others have ended (3)", "operation=probe");
        });
    }

    @Test
    void oneOfSeveralRequestsIsHopelessOnlyWhenAllAre() {
        run(
                3,
                endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 2) {
                        world.receive(new int[1], STAYING, 1); // until the first wait has found out
                        TimeUnit.MILLISECONDS.sleep(900); // longer than it takes to find hopeless waits
                        world.send(new int[] {5}, STAYING, 2);
                    }
                },
                endpoint -> {
                    Communicator world = endpoint.world();
                    ends(() -> world.receive(new int[1], 1, 2));
                    Request fromEnded = world.nonblocking().receive(new int[1], 1, 2);
                    int[] got = new int[1];
                    Request fromOther = world.nonblocking().receive(got, 2, 2);
                    world.send(new int[1], 2, 1);
                    assertEquals(1, Request.awaitAny(fromEnded, fromOther));
                    assertEquals(5, got[0]);
                    ends(() -> Request.awaitAny(fromEnded, world.nonblocking().receive(new int[1], 2, 2)));
                });
    }

    @Test
    void whatWasSentBeforeTheEndIsReceivedFirst() {
        int messages = 1000;
        run(
                2,
                endpoint -> {
                    Communicator world = endpoint.world();
                    for (int i = 0; i < messages; i++) {
                        world.send(new int[] {i}, STAYING, 1);
                    }
                },
                endpoint -> {
                    Communicator world = endpoint.world();
                    ends(() -> world.receive(new int[1], 1, 2), "rank 1 has ended");
                    int[] got = new int[1];
                    for (int i = 0; i < messages; i++) {
                        world.receive(got, 1, 1);
                        assertEquals(i, got[0]);
                    }
                    ends(() -> world.receive(new int[1], 1, 1), "rank 1 has ended");
                });
    }

    @Test
    void aCollectiveEndsWithTheJobWhenAMemberHasEnded() {
        for (Consumer<Communicator> call : List.<Consumer<Communicator>>of(
                Communicator::barrier,
                world -> world.nonblocking().barrier().await(),
                world -> world.allgather(new int[LARGE], new int[3 * LARGE]))) {
            SennitException end = assertThrows(
                    SennitException.class,
                    () -> Job.run(3, Options.defaults(), endpoint -> {
                        if (endpoint.world().rank() > 1) {
                            return;
                        }
                        call.accept(endpoint.world());
                    }));
            assertTrue(end.toString().contains("rank 2 has ended"), end::toString);
        }
    }

    @Test
    void aMemberMayEndWhenItHasDoneItsPart() {
        run(
                4,
                endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 1) {
                        TimeUnit.MILLISECONDS.sleep(900); // longer than it takes to find hopeless waits
                    }
                    world.reduce(new int[] {1}, new int[1], Operation.SUM, STAYING);
                },
                endpoint -> {
                    int[] sum = new int[1];
                    endpoint.world().reduce(new int[] {1}, sum, Operation.SUM, STAYING);
                    assertEquals(4, sum[0]);
                });
    }

    @Test
    void partitionedOperationsEnd() {
        run(2, endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            PartitionedReceive receive =
                    world.persistent().receivePartitioned(new int[8], 4, DataLayout.INT.count(2), 1, 5);
            receive.start();
            ends(receive::await, "rank 1 has ended", "tag=5");
            receive.start();
            ends(receive::await, "rank 1 has ended", "tag=5");
            PartitionedSend send = world.persistent().sendPartitioned(new int[8], 4, DataLayout.INT.count(2), 1, 6);
            send.start();
            send.readyRange(0, 3);
            SennitException error = assertThrows(SennitException.class, send::await);
            assertTrue(error.getMessage().contains("has ended"), error::getMessage);
            assertTrue(error.getMessage().contains("tag=6"), error::getMessage);
        });
    }

    @Test
    void partitionsOfAnEndedSenderAreReceivedFirst() {
        run(
                2,
                endpoint -> {
                    PartitionedSend send = endpoint.world()
                            .persistent()
                            .sendPartitioned(new int[] {1, 2, 3, 4}, 4, DataLayout.INT.count(1), STAYING, 5);
                    send.start();
                    send.readyRange(0, 3);
                },
                endpoint -> {
                    Communicator world = endpoint.world();
                    ends(() -> world.receive(new int[1], 1, 2));
                    int[] got = new int[4];
                    PartitionedReceive receive =
                            world.persistent().receivePartitioned(got, 2, DataLayout.INT.count(2), 1, 5);
                    receive.start();
                    receive.await();
                    assertArrayEquals(new int[] {1, 2, 3, 4}, got);
                });
    }

    @Test
    void theOptionRestoresTheEndlessWait() {
        Options options = Options.defaults().with(WatchOptions.ENDED_WAIT, true, "test");
        run(2, options, endpoint -> {}, endpoint -> {
            Request receive = endpoint.world().nonblocking().receive(new int[1], 1, 7);
            assertFalse(receive.await(TimeUnit.SECONDS.toNanos(1)));
            receive.cancel();
            receive.await();
        });
    }

    @Test
    void pollingATimedWaitAndCancellingAreNoErrors() {
        run(2, endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            Request stop = world.nonblocking().receive(new int[1], 1, 7);
            ends(() -> world.receive(new int[1], 1, 8)); // the end is known here
            assertFalse(stop.test());
            assertFalse(stop.await(TimeUnit.SECONDS.toNanos(1)));
            stop.cancel();
            assertTrue(stop.await().isCancelled());
        });
    }

    @Test
    void threadsThatShareAnEndpointGetTheErrorEach() {
        Options options = Options.defaults().with(ThreadLevel.OPTION, "multiple", "test");
        run(2, options, endpoint -> {}, endpoint -> {
            Communicator world = endpoint.world();
            Thread other = Thread.ofPlatform().start(() -> ends(() -> world.receive(new int[1], 1, 1), "tag=1"));
            ends(() -> world.receive(new int[1], 1, 2), "tag=2");
            other.join();
        });
    }

    @Test
    void virtualEndpointsGetTheError() {
        Options options = Options.defaults().with(JobProcess.VIRTUAL, true, "test");
        run(50, options, endpoint -> {}, endpoint -> {
            ends(() -> endpoint.world().receive(new int[1], 1, 2), "tag=2");
            ends(() -> endpoint.world().receive(new int[1], Communicator.ANY_SOURCE, 2), "(49)");
        });
    }

    @Test
    void splitEndsToo() {
        SennitException end = assertThrows(
                SennitException.class,
                () -> run(2, endpoint -> {}, endpoint -> endpoint.world().split(0, 0)));
        assertTrue(end.toString().contains("rank 1 has ended"), end::toString);
    }
}
