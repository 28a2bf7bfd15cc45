package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.LockKind;
import org.sennit.PartitionedReceive;
import org.sennit.PartitionedSend;
import org.sennit.Window;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.internal.endpoints.watch.WatchOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnershipPool;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/** Jobs in which all endpoints wait for each other end with a picture; jobs in which one does something else do not. */
@Deadline(seconds = 120)
class DeadlockTest {
    private static final int LARGE = 1 << 20;

    /** Of two ranks, where each waits for the other one; and what the picture says of rank 0. */
    private record Case(EndpointProgram program, String operation) {}

    private static Map<String, Case> cases() {
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("receives", new Case(e -> e.world().receive(new int[1], other(e), 7), "operation=receive"));
        cases.put(
                "synchronous sends",
                new Case(e -> e.world().sendSynchronous(new int[1], other(e), 7), "tag=7 communicator=world"));
        cases.put("large sends", new Case(e -> e.world().send(new int[LARGE], other(e), 7), "operation=send"));
        cases.put("probes", new Case(e -> e.world().probe(Communicator.ANY_SOURCE, 7), "operation=probe"));
        cases.put(
                "any of several",
                new Case(
                        e -> Request.awaitAny(
                                e.world().nonblocking().receive(new int[1], other(e), 7),
                                e.world().nonblocking().receive(new int[1], other(e), 8)),
                        "tag=8"));
        cases.put(
                "barrier against receive",
                new Case(
                        e -> {
                            if (e.world().rank() == 0) {
                                e.world().barrier();
                            } else {
                                e.world().receive(new int[1], 0, 7);
                            }
                        },
                        "barrier"));
        cases.put(
                "nonblocking collective against probe",
                new Case(
                        e -> {
                            if (e.world().rank() == 0) {
                                e.world().nonblocking().barrier().await();
                            } else {
                                e.world().probe(0, 7);
                            }
                        },
                        "barrier"));
        cases.put(
                "persistent barrier against blocking barrier",
                new Case(
                        e -> {
                            if (e.world().rank() == 0) {
                                Request barrier = e.world().persistent().barrier();
                                barrier.start();
                                barrier.await();
                            } else {
                                e.world().barrier();
                            }
                        },
                        "barrier"));
        cases.put(
                "partitioned",
                new Case(
                        e -> {
                            PartitionedReceive receive = e.world()
                                    .persistent()
                                    .receivePartitioned(new int[4], 2, DataLayout.INT.count(2), other(e), 7);
                            receive.start();
                            receive.await();
                        },
                        "partitioned operation=receive"));
        cases.put(
                "buffered sends",
                new Case(
                        e -> {
                            e.attachBuffer(new byte[2 * Integer.BYTES * LARGE]);
                            e.world().sendBuffered(new int[LARGE], other(e), 7);
                            e.flushBuffer();
                        },
                        "tag=7 communicator=world"));
        cases.put(
                "takes",
                new Case(
                        e -> {
                            Handover handover = OwnershipPool.of(e).over(e.world());
                            handover.take(other(e), 7);
                        },
                        "operation=take"));
        cases.put(
                "beside a closed endpoint with a receive",
                new Case(
                        e -> {
                            for (Communicator made : e.world().createEndpoints(1)) {
                                made.nonblocking().receive(new int[1], Communicator.ANY_SOURCE, 7);
                                made.close();
                            }
                            e.world().receive(new int[1], other(e), 7);
                        },
                        "operation=receive"));
        return cases;
    }

    private static int other(Endpoint endpoint) {
        return 1 - endpoint.world().rank();
    }

    private static Options options() {
        return Options.defaults().with(WatchOptions.DEADLOCK_AFTER, 1, "test");
    }

    private static void shows(Throwable end, Case each) {
        DeadlockPicture.hasAll(
                DeadlockPicture.of(end),
                "rank 0 has waited",
                "rank 1 has waited",
                each.operation(),
                "communicator=world",
                "DeadlockTest.java:",
                "cycle: rank 0 -> rank 1 -> rank 0");
    }

    @TestFactory
    Stream<DynamicTest> isFoundInOneProcess() {
        return cases().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> shows(
                                assertThrows(
                                        SennitException.class,
                                        () -> Job.run(
                                                2, options(), each.getValue().program())),
                                each.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> isFoundAcrossProcesses() {
        return Stream.of("mapped", "tcp")
                .flatMap(network -> cases().entrySet().stream()
                        .map(each -> DynamicTest.dynamicTest(network + " " + each.getKey(), () -> {
                            OneJvmJob job = new OneJvmJob(2, 1, Map.of("net.module", network, "deadlock.after", "1"));
                            Throwable end = assertThrows(
                                    RuntimeException.class,
                                    () -> job.run(each.getValue().program()));
                            shows(end, each.getValue());
                        })));
    }

    /** Each of two ranks holds the lock of its own part, and wants that of the other one. */
    private static void lockEachOther(Endpoint endpoint, Window window) {
        Communicator world = endpoint.world();
        window.lock(LockKind.EXCLUSIVE, world.rank());
        world.barrier();
        window.lock(LockKind.EXCLUSIVE, other(endpoint));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void isFoundWhereMembersWaitForLocksOfEachOther(String network) {
        for (boolean isReachable : new boolean[] {true, false}) {
            if (isReachable && network.equals("tcp")) {
                continue;
            }
            OneJvmJob job = new OneJvmJob(2, 1, Map.of("net.module", network, "deadlock.after", "1"));
            Throwable end = assertThrows(
                    RuntimeException.class,
                    () -> job.run(endpoint -> {
                        Communicator world = endpoint.world();
                        lockEachOther(
                                endpoint,
                                isReachable ? world.allocateWindow(Long.BYTES, 1) : world.createWindow(new long[1]));
                    }));
            DeadlockPicture.hasAll(
                    DeadlockPicture.of(end),
                    "rank 0 has waited",
                    "operation=lock rank=0 target=1 kind=EXCLUSIVE",
                    "operation=lock rank=1 target=0 kind=EXCLUSIVE",
                    "DeadlockTest.java:");
        }
    }

    @Test
    void aCycleOfSomeIsNamedWhileOthersWaitForIt() {
        Throwable end = assertThrows(
                SennitException.class,
                () -> Job.run(5, options(), endpoint -> {
                    Communicator world = endpoint.world();
                    int rank = world.rank();
                    world.receive(new int[1], rank == 3 ? 1 : (rank + 1) % 5, rank);
                }));
        DeadlockPicture.hasAll(
                DeadlockPicture.of(end),
                "rank 0 has waited",
                "for rank 1: operation=receive rank=0 peer=1 tag=0",
                "cycle: rank 1 -> rank 2 -> rank 3 -> rank 1");
    }

    @Test
    void whoHasEndedIsNamedWhereItsMessagesAreAwaited() {
        Options options = options().with(WatchOptions.ENDED_WAIT, true, "test");
        Throwable end = assertThrows(
                SennitException.class,
                () -> Job.run(2, options, endpoint -> {
                    if (endpoint.world().rank() == 0) {
                        endpoint.world().receive(new int[1], 1, 7);
                    }
                }));
        DeadlockPicture.hasAll(DeadlockPicture.of(end), "rank 0 has waited", "ended: rank 1");
    }

    /** Two ranks; rank 0 waits for a message that rank 1 sends after more than twice the time of the option. */
    private static EndpointProgram late(EndpointProgram doing) {
        return endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                world.receive(new int[1], 1, 7);
            } else {
                doing.run(endpoint);
                world.send(new int[1], 0, 7);
            }
        };
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(2500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, EndpointProgram> harmless() {
        Map<String, EndpointProgram> programs = new LinkedHashMap<>();
        programs.put("sleeps", late(endpoint -> pause()));
        programs.put("waits for another thread", late(endpoint -> {
            CountDownLatch latch = new CountDownLatch(1);
            Thread.ofPlatform().start(() -> {
                pause();
                latch.countDown();
            });
            latch.await();
        }));
        programs.put("waits with a timeout", late(endpoint -> {
            Request never = endpoint.world().nonblocking().receive(new int[1], 0, 9);
            never.await(TimeUnit.MILLISECONDS.toNanos(2500));
            never.cancel();
            never.await();
        }));
        programs.put("polls", late(endpoint -> {
            Request never = endpoint.world().nonblocking().receive(new int[1], 0, 9);
            long since = System.nanoTime();
            while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(2500)) {
                never.test();
                Thread.yield();
            }
            never.cancel();
            never.await();
        }));
        programs.put("has a generalized request", late(endpoint -> {
            GeneralizedRequest event = endpoint.startGeneralized(new GeneralizedRequest.Operation() {});
            Thread.ofPlatform().start(() -> {
                pause();
                event.complete();
            });
            event.await();
        }));
        programs.put("has an action that sends when another thread completes a request", endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                world.receive(new int[1], 1, 7);
                world.send(new int[1], 1, 8);
                return;
            }
            GeneralizedRequest event = endpoint.startGeneralized(new GeneralizedRequest.Operation() {});
            event.toFuture().thenRun(() -> world.nonblocking().send(new int[1], 0, 7));
            Thread.ofPlatform().start(() -> {
                pause();
                event.complete();
            });
            world.receive(new int[1], 0, 8);
        });
        programs.put("waits for a future that another thread completes", late(endpoint -> {
            CompletableFuture<Status> never =
                    endpoint.world().nonblocking().receive(new int[1], 0, 9).toFuture();
            Thread.ofPlatform().start(() -> {
                pause();
                never.complete(null);
            });
            never.join();
        }));
        programs.put("has partitions filled by another thread", endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                PartitionedReceive receive =
                        world.persistent().receivePartitioned(new int[2], 2, DataLayout.INT.count(1), 1, 7);
                receive.start();
                receive.await();
                world.send(new int[1], 1, 8);
            } else {
                PartitionedSend send = world.persistent().sendPartitioned(new int[2], 2, DataLayout.INT.count(1), 0, 7);
                send.start();
                Thread.ofPlatform().start(() -> {
                    send.ready(0);
                    pause();
                    send.ready(1);
                });
                world.receive(new int[1], 0, 8);
                send.await();
            }
        });
        return programs;
    }

    @TestFactory
    Stream<DynamicTest> isNotSeenInOneProcessWhere() {
        return harmless().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> Job.run(2, options(), each.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> isNotSeenAcrossProcessesWhere() {
        return harmless().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    new OneJvmJob(2, 1, Map.of("net.module", "tcp", "deadlock.after", "1")).run(each.getValue());
                }));
    }

    /**
     * A packet that stands still on its way from process 1 to process 2, and a program whose three ranks all wait until
     * it arrives.
     */
    private record Frozen(byte packetType, EndpointProgram program) {}

    /** The rank that waits for the packet itself goes first; each of the others waits for the one before it. */
    private static void inTurn(Communicator world, int first, Runnable waiting) {
        int next = (world.rank() + 1) % 3;
        if (world.rank() == first) {
            long since = System.nanoTime();
            waiting.run();
            assertTrue(System.nanoTime() - since > TimeUnit.SECONDS.toNanos(1), "no packet has stood still");
        } else {
            world.receive(new int[1], (world.rank() + 2) % 3, 8);
        }
        if (next != first) {
            world.send(new int[1], next, 8);
        }
    }

    private static EndpointProgram sent(int length) {
        return endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                world.send(new byte[length], 2, 7);
            }
            inTurn(world, 2, () -> world.receive(new byte[length], 1, 7));
        };
    }

    private static EndpointProgram locked(int origin, int target) {
        return endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                inTurn(world, origin, () -> {
                    window.lock(LockKind.EXCLUSIVE, target);
                    window.unlock(target);
                });
            }
        };
    }

    private static Map<String, Frozen> frozen() {
        Map<String, Frozen> cases = new LinkedHashMap<>();
        cases.put("a short message", new Frozen(PacketDescriptor.EAGER, sent(1)));
        cases.put("the announcement of a long message", new Frozen(PacketDescriptor.RTS, sent(200_000)));
        cases.put("a request for a lock", new Frozen(PacketDescriptor.ACTIVE_MESSAGE, locked(1, 2)));
        cases.put("the grant of a lock", new Frozen(PacketDescriptor.ACTIVE_REPLY, locked(2, 1)));
        return cases;
    }

    /**
     * All endpoints wait and all processes can ask each other, but a packet is under way: it arrives only after the
     * search has asked all of them several times. All cases at once, since they do nothing but wait.
     */
    @TestFactory
    Stream<DynamicTest> isNotSeenWhileThisIsUnderWay() {
        return frozen().entrySet().stream()
                .map(each -> Map.entry(
                        each.getKey(),
                        CompletableFuture.runAsync(() -> run(each.getValue()), Thread::startVirtualThread)))
                .toList()
                .stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(), () -> each.getValue().get()));
    }

    private static void run(Frozen each) {
        String faults = "1:freeze=" + each.packetType();
        new OneJvmJob(3, 1, Map.of("net.module", "tcp", "net.faulty", faults, "deadlock.after", "1"))
                .run(each.program());
    }
}
