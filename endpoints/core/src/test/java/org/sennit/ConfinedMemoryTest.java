package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Memory that only its owner may touch, where threads share the endpoint and another one drives it meanwhile. */
@Deadline(seconds = 60)
class ConfinedMemoryTest {
    private static final Options MULTIPLE = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "the test");
    private static final DataLayout ONE = DataLayout.LONG.count(1);

    /** Runs work in another thread of the endpoint, and returns when it has ended. */
    private static void inAnotherThread(Runnable work) {
        FutureTask<Void> task = new FutureTask<>(work, null);
        new Thread(task).start();
        try {
            task.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a number to itself, and drives the endpoint until all that this has brought about is done. */
    private static void send(Communicator world, long value) {
        inAnotherThread(() -> {
            world.send(new long[] {value}, world.rank(), 1);
            world.send(new byte[0], world.rank(), 3);
            world.receive(new byte[0], world.rank(), 3);
        });
    }

    @Test
    void aFutureIsCompletedByTheOwner() {
        Job.run(1, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8);
                CompletableFuture<Thread> future = world.nonblocking()
                        .receive(memory, 0, 1)
                        .toFuture()
                        .thenApply(status -> Thread.currentThread());
                send(world, 7);
                assertEquals(Thread.currentThread(), future.join());
                assertEquals(7, memory.get(ValueLayout.JAVA_LONG, 0));
            }
        });
    }

    @Test
    void aFutureIsCompletedByTheOwnerThatSleeps() {
        Job.run(1, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8);
                for (int i = 0; i < 50; i++) {
                    long value = i;
                    CompletableFuture<?> future =
                            world.nonblocking().receive(memory, 0, 1).toFuture();
                    Thread other = new Thread(() -> {
                        world.send(new long[] {value}, 0, 1);
                        world.receive(new byte[0], 0, 5);
                    });
                    other.start();
                    future.join();
                    assertEquals(value, memory.get(ValueLayout.JAVA_LONG, 0));
                    world.send(new byte[0], 0, 5);
                    join(other);
                }
            }
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSendWithAReceiveAsAFuture() {
        Job.run(1, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8);
                CompletableFuture<?> future = world.nonblocking()
                        .sendReceive(new byte[1 << 20], 0, 2, memory, 0, 1)
                        .toFuture();
                inAnotherThread(() -> world.receive(new byte[1 << 20], 0, 2));
                send(world, 8);
                future.join();
                assertEquals(8, memory.get(ValueLayout.JAVA_LONG, 0));
            }
        });
    }

    @Test
    void aFreedReceiveBringsItsData() {
        Job.run(1, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8);
                world.nonblocking().receive(memory, 0, 1).free();
                send(world, 9);
                world.nonblocking().probe(0, 4, null); // makes progress
                assertEquals(9, memory.get(ValueLayout.JAVA_LONG, 0));
            }
        });
    }

    @Test
    void aCollectiveAsAFuture() {
        Job.run(1, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(8);
                CompletableFuture<?> future =
                        world.nonblocking().allgather(new long[] {5}, memory).toFuture();
                send(world, 1);
                future.join();
                assertEquals(5, memory.get(ValueLayout.JAVA_LONG, 0));
                world.receive(new long[1], 0, 1);
            }
        });
    }

    @Test
    void aFutureOfAThreadThatHasEndedFails() {
        Job.run(1, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            CompletableFuture<?>[] future = new CompletableFuture<?>[1];
            inAnotherThread(() -> future[0] = world.nonblocking()
                    .receive(Arena.ofConfined().allocate(8), 0, 1)
                    .toFuture());
            world.send(new long[1], 0, 1);
            String text = future[0].handle((status, error) -> "" + error).join();
            assertTrue(text.contains("confined to another thread"), text);
        });
    }

    @Test
    void partitionsOfOneProcess() {
        Job.run(1, MULTIPLE, endpoint -> partitions(endpoint.world(), endpoint.world()));
    }

    @Test
    void partitionsOfAnotherProcess() {
        new InProcessJob(new LocalNetwork(1, false, network -> null), 2, 1, MULTIPLE).run(endpoint -> {
            Communicator world = endpoint.world();
            partitions(world.rank() == 0 ? world : null, world.rank() == 1 ? world : null);
            world.barrier();
        });
    }

    @Test
    void partitionsOfClosedMemoryFailOnBothSides() {
        Job.run(2, ConfinedMemoryTest::partitionsOfClosedMemory);
        new InProcessJob(new LocalNetwork(1, true, network -> null), 2, 1, Options.defaults())
                .run(ConfinedMemoryTest::partitionsOfClosedMemory);
    }

    private static void partitionsOfClosedMemory(Endpoint endpoint) {
        Communicator world = endpoint.world();
        Request request;
        if (world.rank() == 0) {
            Arena arena = Arena.ofShared();
            PartitionedSend send = world.persistent().sendPartitioned(arena.allocate(2 * 8), 2, ONE, 1, 1);
            send.start();
            arena.close();
            send.readyRange(0, 1);
            request = send;
        } else {
            request = world.persistent().receivePartitioned(new long[2], 2, ONE, 0, 1);
            ((PartitionedReceive) request).start();
        }
        SennitException error = assertThrows(SennitException.class, request::await);
        assertEquals(ErrorClass.BUFFER, error.errorClass(), error::toString);
        world.barrier();
    }

    private static void partitions(Communicator sender, Communicator receiver) {
        int last = (sender == null ? receiver : sender).size() - 1;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(3 * 8);
            PartitionedSend send =
                    sender == null ? null : sender.persistent().sendPartitioned(new long[] {4, 5, 6}, 3, ONE, last, 1);
            PartitionedReceive receive =
                    receiver == null ? null : receiver.persistent().receivePartitioned(memory, 3, ONE, 0, 1);
            for (int round = 0; round < 3; round++) {
                memory.fill((byte) 0);
                if (receive != null) {
                    receive.start();
                }
                if (send != null) {
                    send.start();
                    send.ready(1);
                }
                if (receive != null) {
                    inAnotherThread(() -> receiver.nonblocking().probe(0, 9, null)); // makes progress, and may fill
                    while (!receive.hasArrived(1)) {
                        Thread.onSpinWait();
                    }
                    assertEquals(5, memory.getAtIndex(ValueLayout.JAVA_LONG, 1));
                }
                if (send != null) {
                    send.ready(0);
                    send.ready(2);
                }
                Request.awaitAll(send, receive);
                for (int i = 0; i < 3 && receive != null; i++) {
                    assertEquals(4 + i, memory.getAtIndex(ValueLayout.JAVA_LONG, i));
                }
            }
        }
    }
}
