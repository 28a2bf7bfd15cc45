package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Requests as futures, and requests for operations of the user's own. */
@Deadline(seconds = 60)
class RequestFutureTest {
    @Test
    void joinMakesProgressHereAndOnDerivedStages() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            for (int length : new int[] {1, 1000, 300_000}) {
                long[] in = new long[length];
                long[] out = new long[length];
                out[length - 1] = world.rank() + 5;
                CompletableFuture<Long> got = world.nonblocking()
                        .receive(in, peer, 1)
                        .toFuture()
                        .thenApply(status -> in[length - 1] + status.countBytes());
                CompletableFuture<Status> sent =
                        world.nonblocking().send(out, peer, 1).toFuture();
                assertEquals(peer + 5L + 8L * length, got.join());
                sent.join();
            }
        });
    }

    @Test
    void whatIsChainedMayCallTheEndpoint() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            byte[] first = new byte[1];
            byte[] second = {(byte) (10 + world.rank())};
            CompletableFuture<Byte> chain = world.nonblocking()
                    .receive(first, peer, 1)
                    .toFuture()
                    .thenCompose(status -> {
                        world.sendReceiveReplace(second, peer, 2, peer, 2);
                        return CompletableFuture.completedFuture(second[0]);
                    });
            world.send(new byte[1], peer, 1);
            assertEquals((byte) (10 + peer), chain.join());
        });
    }

    @Test
    void anActionMayProbeWhileTheEndpointProbes() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            for (int round = 0; round < 100; round++) {
                if (world.rank() == 0) {
                    CompletableFuture<Void> chain = world.nonblocking()
                            .receive(new byte[1], 1, 1)
                            .toFuture()
                            .thenRun(() -> {
                                world.send(new byte[1], 1, 2);
                                assertEquals(3, world.probe(1, 3).countBytes()); // comes later: it waits, too
                                world.receive(new byte[3], 1, 3);
                            });
                    world.send(new byte[1], 1, 0); // so that message 1 comes when the probe waits
                    assertEquals(4, world.probe(1, 4).countBytes());
                    world.receive(new byte[4], 1, 4);
                    chain.join();
                } else {
                    world.receive(new byte[1], 0, 0);
                    world.send(new byte[1], 0, 1);
                    world.receive(new byte[1], 0, 2);
                    world.send(new byte[3], 0, 3);
                    world.send(new byte[4], 0, 4);
                }
            }
        });
    }

    @Test
    void whatAnErrorHandlerThrowsIsTheOutcomeAndLeavesNoOtherCall() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            world.setErrorHandler((where, error) -> {
                throw new IllegalStateException("of the handler", error);
            });
            CompletableFuture<Status> tooShort =
                    world.nonblocking().receive(new byte[1], 0, 1).toFuture();
            world.send(new byte[2], 0, 1);
            assertFalse(world.nonblocking().probe(0, 2, new Status()));
            assertTrue(tooShort.isDone());
            CompletionException error = assertThrows(CompletionException.class, tooShort::join);
            assertInstanceOf(IllegalStateException.class, error.getCause());
        });
    }

    @Test
    void theEndpointsOwnCallsCompleteFutures() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int number = i;
                world.nonblocking().receive(new byte[1], 0, 1).toFuture().thenRun(() -> order.add(number));
            }
            for (int i = 0; i < 3; i++) {
                world.send(new byte[1], 0, 1);
            }
            while (order.size() < 3) {
                world.nonblocking().probe(0, 99, null);
            }
            assertEquals(List.of(0, 1, 2), order);
        });
    }

    @Test
    void anErrorIsTheFuturesError() {
        Job.run(1, endpoint -> {
            CompletableFuture<Status> future =
                    endpoint.world().nonblocking().receive(new byte[1], 0, 1).toFuture();
            endpoint.world().send(new byte[2], 0, 1);
            CompletionException error = assertThrows(CompletionException.class, future::join);
            assertEquals(
                    ErrorClass.TRUNCATE,
                    assertInstanceOf(SennitException.class, error.getCause()).errorClass());
        });
    }

    @Test
    void aTimedGetEndsInTime() {
        Job.run(1, endpoint -> {
            CompletableFuture<Status> future =
                    endpoint.world().nonblocking().receive(new byte[1], 0, 1).toFuture();
            assertThrows(TimeoutException.class, () -> future.get(1, TimeUnit.MILLISECONDS));
            assertFalse(future.isDone());
            endpoint.world().send(new byte[1], 0, 1);
            future.get();
        });
    }

    @Test
    void aThreadAskedForDrivesForThoseThatWaitElsewhere() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                try (ExecutorService driver = Executors.newSingleThreadExecutor()) {
                    CompletableFuture<Status> future =
                            world.nonblocking().receive(new byte[1], 1, 1).toFuture(driver);
                    CompletableFuture.allOf(future).join(); // makes no progress itself
                    assertEquals(1, future.join().source());
                }
            } else {
                world.send(new byte[1], 0, 1);
            }
        });
    }

    @Test
    void theEndOfTheJobCompletesAFutureThatNoThreadDrives() {
        AtomicReference<CompletableFuture<Status>> kept = new AtomicReference<>();
        Job.run(
                1,
                endpoint -> kept.set(endpoint.world()
                        .nonblocking()
                        .receive(new byte[1], 0, 1)
                        .toFuture()));
        CompletionException error = assertThrows(
                CompletionException.class,
                () -> CompletableFuture.allOf(kept.get()).join());
        assertEquals(
                ErrorClass.SESSION,
                assertInstanceOf(SennitException.class, error.getCause()).errorClass());
    }

    @Test
    void aGeneralizedRequestIsWaitedForTogetherWithOthers() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<String> calls = new ArrayList<>();
            GeneralizedRequest own = endpoint.startGeneralized(new GeneralizedRequest.Operation() {
                @Override
                public void query(Status outcome) {
                    calls.add("query");
                    outcome.set(3, 4, 5, false);
                }

                @Override
                public void free() {
                    calls.add("free");
                }
            });
            Request receive = world.nonblocking().receive(new byte[1], 0, 1);
            Request[] both = {receive, own};
            assertEquals(Request.NONE, Request.testAny(both));
            Thread completer = Thread.ofPlatform().start(own::complete);
            Status status = new Status();
            assertEquals(1, Request.awaitAny(both, status));
            assertEquals("source=3 tag=4 length=5", status.toString());
            assertEquals(List.of("query", "free"), calls);
            completer.join();
            assertEquals(
                    ErrorClass.REQUEST,
                    assertThrows(SennitException.class, own::complete).errorClass());
            world.send(new byte[1], 0, 1);
            Request.awaitAll(both);
        });
    }

    @Test
    void aGeneralizedRequestMayBeCancelledFreedOrFail() {
        Job.run(1, endpoint -> {
            AtomicReference<GeneralizedRequest> self = new AtomicReference<>();
            boolean[] isFreed = new boolean[1];
            GeneralizedRequest.Operation operation = new GeneralizedRequest.Operation() {
                private boolean isCancelled;

                @Override
                public void query(Status outcome) {
                    outcome.set(Status.ANY, Status.ANY, 0, isCancelled);
                }

                @Override
                public void cancel(boolean isComplete) {
                    if (!isComplete) {
                        isCancelled = true;
                        self.get().complete();
                    }
                }

                @Override
                public void free() {
                    isFreed[0] = true;
                }
            };
            self.set(endpoint.startGeneralized(operation));
            Status status = new Status();
            assertFalse(self.get().status(status));
            self.get().cancel();
            assertTrue(self.get().status(status) && status.isCancelled());
            assertTrue(self.get().await().isCancelled());
            assertTrue(isFreed[0]);

            isFreed[0] = false;
            GeneralizedRequest freed = endpoint.startGeneralized(operation);
            freed.free();
            assertFalse(isFreed[0], "the operation is still under way");
            freed.complete();
            assertTrue(isFreed[0]);

            SennitException wrong = new SennitException(ErrorClass.OTHER, "on purpose");
            GeneralizedRequest failing = endpoint.startGeneralized(operation);
            failing.fail(wrong);
            assertSame(wrong, assertThrows(SennitException.class, failing::await));
        });
    }

    @Test
    void theErrorHandlerIsCalledOnceForACallbackThatFails() {
        Job.run(1, endpoint -> {
            List<String> handled = new ArrayList<>();
            endpoint.setErrorHandler((communicator, error) -> handled.add(error.getMessage()));
            GeneralizedRequest failing = endpoint.startGeneralized(new GeneralizedRequest.Operation() {
                @Override
                public void query(Status outcome) {
                    throw new IllegalStateException("in query");
                }

                @Override
                public void cancel(boolean isComplete) {
                    throw new IllegalStateException("in cancel");
                }
            });
            assertThrows(SennitException.class, failing::cancel);
            assertEquals(1, handled.size(), handled::toString);
            failing.complete();
            assertThrows(SennitException.class, () -> failing.status(new Status()));
            assertEquals(2, handled.size(), handled::toString);
            assertThrows(SennitException.class, failing::await);
            assertEquals(3, handled.size(), handled::toString);
        });
    }
}
