package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.am.call.RemoteCallHandler;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/** Short accesses to members in other processes, which travel together. */
@Deadline(seconds = 120)
class BatchedAccessTest {
    private static final int SEED = 53;

    private static void run(boolean isOrdered, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(SEED, isOrdered, network -> null), 2, 1, Options.fromEnvironment())
                .run(program);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void accessesOfAllLengthsAreExecutedInTheirOrder(boolean isOrdered) {
        int length = 400;
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[length];
            try (Window window = world.createWindow(memory)) {
                window.fence();
                if (world.rank() == 0) {
                    long[] model = new long[length];
                    SplittableRandom random = new SplittableRandom(SEED);
                    for (int i = 0; i < 5000; i++) {
                        access(window, model, random);
                    }
                    window.fence();
                    long[] read = new long[length];
                    window.get(read, 1, 0);
                    assertArrayEquals(model, read);
                } else {
                    window.fence();
                }
                window.fence();
            }
        });
    }

    /** Some access to rank 1, and the same to a model. */
    private static void access(Window window, long[] model, SplittableRandom random) {
        int count = random.nextInt(8) == 0 ? random.nextInt(30, 60) : random.nextInt(4);
        int at = random.nextInt(model.length - count);
        long[] values = random.longs(count).toArray();
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                window.put(values, 1, at);
                System.arraycopy(values, 0, model, at, count);
            }
            case 3, 4, 5 -> {
                window.accumulate(values, 1, at, Operation.SUM);
                for (int i = 0; i < count; i++) {
                    model[at + i] += values[i];
                }
            }
            case 6 -> {
                long[] old = new long[1];
                window.fetchAndOp(new long[] {3}, old, 1, at, Operation.SUM);
                assertEquals(model[at], old[0]);
                model[at] += 3;
            }
            default -> {
                long[] read = new long[count];
                window.get(read, 1, at);
                for (int i = 0; i < count; i++) {
                    assertEquals(model[at + i], read[i]);
                }
            }
        }
    }

    /**
     * An action of a future runs in the wait for an access, which is executed after the action has begun another one.
     */
    @Test
    void anAccessThatBeginsInAWaitForAllIsSent() {
        inAWait(window -> window.put(new long[] {5}, 1, 0), BatchedAccessTest::newEpoch, 5);
    }

    @Test
    void aFlushEndsThoughAnActionBeginsAnAccessInItsWait() {
        inAWait(window -> window.put(new long[] {5}, 1, 0), window -> window.flush(1), 5);
    }

    private static void newEpoch(Window window) {
        window.unlockAll();
        window.lockAll();
    }

    @Test
    void anAccessThatCannotBeReadInAWaitForAllDoesNotKeepIt(@TempDir Path folder) throws IOException {
        try (FileChannel file = FileChannel.open(
                        folder.resolve("cut"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment cut = file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES, arena);
            file.truncate(0);
            inAWait(
                    window -> assertThrows(SennitException.class, () -> window.put(cut, 1, 0)),
                    BatchedAccessTest::newEpoch,
                    0);
        }
    }

    private void inAWait(Consumer<Window> access, Consumer<Window> wait, long expected) {
        CountDownLatch isOut = new CountDownLatch(1); // rank 1, of the barrier, whose wait could execute the access
        CountDownLatch isPosted = new CountDownLatch(1);
        CountDownLatch hasBegun = new CountDownLatch(1);
        run(true, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[2];
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                window.get(new long[1], 1 - world.rank(), 0); // the lock is asked for at the first access
                world.barrier();
                if (world.rank() == 1) {
                    executeAfter(hasBegun, world);
                }
                world.barrier();
                if (world.rank() == 0) {
                    await(isOut);
                    world.nonblocking().receive(new byte[0], 1, 3).toFuture().thenRun(() -> {
                        access.accept(window);
                        hasBegun.countDown();
                    });
                    isPosted.countDown();
                    window.put(new long[] {7}, 1, 1);
                    wait.accept(window);
                    assertEquals(0, hasBegun.getCount());
                } else {
                    isOut.countDown();
                    await(isPosted);
                    world.send(new byte[0], 0, 3);
                }
                window.unlockAll();
                world.barrier();
                if (world.rank() == 1) {
                    assertArrayEquals(new long[] {expected, 7}, memory);
                }
            }
        });
    }

    /** Has a process execute accesses only after something has happened. */
    private static void executeAfter(CountDownLatch happened, Communicator world) {
        ExecutedCalls.<RemoteCallHandler>replace(world, windows -> (call, data) -> {
            await(happened);
            windows.execute(call, data);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstThatTheTargetRefusesIsToldAndTheOthersAreExecuted(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[100];
            long[] place = new long[1];
            try (Window window = world.createDynamicWindow()) {
                if (world.rank() == 1) {
                    place[0] = window.attach(memory);
                }
                world.broadcast(place, 1);
                window.lockAll();
                if (world.rank() == 0) {
                    for (int i = 0; i < 100; i++) {
                        boolean isWrong = i == 40 || i == 60;
                        window.accumulate(
                                new long[] {i}, 1, place[0] + 8L * i + (isWrong ? 1 << 20 : 0), Operation.SUM);
                    }
                    SennitException error = assertThrows(SennitException.class, () -> window.flush(1));
                    assertEquals(ErrorClass.RMA_RANGE, error.errorClass());
                    for (String part : new String[] {
                        "operation=accumulate", "target=1", "displacement=" + (place[0] + 320 + (1 << 20)), "rank=0"
                    }) {
                        assertTrue(error.getMessage().contains(part), error::getMessage);
                    }
                    window.flush(1);
                }
                window.unlockAll();
                world.barrier();
                if (world.rank() == 1) {
                    for (int i = 0; i < 100; i++) {
                        assertEquals(i == 40 || i == 60 ? 0 : i, memory[i]);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void memoryThatCannotBeReadIsAnErrorOfTheCallAndNothingIsLeftUnderWay(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[4])) {
                window.lockAll();
                MemorySegment closed;
                try (Arena arena = Arena.ofConfined()) {
                    closed = arena.allocate(8, 8);
                }
                int other = 1 - world.rank();
                SennitException error = assertThrows(SennitException.class, () -> window.put(closed, other, 0));
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                window.flushAll();
                window.put(new long[] {5}, other, 0);
                window.unlockAll();
                world.barrier();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsUnderWayFindWhatTheirOrderSays(boolean isOrdered) {
        int length = 64;
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[length];
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                if (world.rank() == 0) {
                    long[] model = new long[length];
                    SplittableRandom random = new SplittableRandom(SEED);
                    List<Runnable> looks = new ArrayList<>();
                    List<Request> requests = new ArrayList<>();
                    for (int i = 0; i < 5000; i++) {
                        start(window, model, random, requests, looks);
                        if (random.nextInt(100) == 0) {
                            end(window, random, requests);
                            looks.forEach(Runnable::run);
                            looks.clear();
                        }
                    }
                    Request.awaitAll(requests.toArray(Request[]::new));
                    looks.forEach(Runnable::run);
                    window.flush(1);
                    long[] read = new long[length];
                    window.get(read, 1, 0);
                    assertArrayEquals(model, read);
                }
                window.unlockAll();
                world.barrier();
            }
        });
    }

    /** An access to rank 1, the same to a model, and a look at what it has to find. */
    private static void start(
            Window window, long[] model, SplittableRandom random, List<Request> requests, List<Runnable> looks) {
        int at = random.nextInt(model.length);
        long before = model[at];
        long value = random.nextLong();
        long[] old = {~before};
        long[] given = {value};
        AccessRequests nonblocking = window.nonblocking();
        DataLayout one = DataLayout.LONG;
        switch (random.nextInt(8)) {
            case 0 -> {
                window.put(given, 1, at);
                model[at] = value;
                return;
            }
            case 1 -> {
                window.accumulate(given, 1, at, Operation.SUM);
                model[at] += value;
                return;
            }
            case 2 -> requests.add(nonblocking.get(old, 1, at));
            case 3 -> {
                requests.add(nonblocking.getAccumulate(given, one, old, one, 1, at, one, Operation.BXOR));
                model[at] ^= value;
            }
            case 4 -> requests.add(nonblocking.fetchAndOp(null, old, one, 1, at, Operation.NO_OP));
            case 5 -> {
                requests.add(nonblocking.compareAndSwap(given, new long[] {before}, old, one, 1, at));
                model[at] = value;
            }
            case 6 -> requests.add(nonblocking.compareAndSwap(given, new long[] {before + 1}, old, one, 1, at));
            default -> {
                requests.add(nonblocking.fetchAndOp(given, old, one, 1, at, Operation.SUM));
                model[at] += value;
            }
        }
        given[0] = 0; // the operands of short accesses are copied
        looks.add(() -> assertEquals(before, old[0]));
    }

    private static void end(Window window, SplittableRandom random, List<Request> requests) {
        switch (random.nextInt(4)) {
            case 0 -> {
                window.flush(1);
                assertTrue(requests.stream().allMatch(Request::isComplete));
            }
            case 1 -> Request.awaitAll(requests.toArray(Request[]::new));
            case 2 -> {
                Request last = requests.getLast();
                while (!last.test()) {
                    Thread.onSpinWait();
                }
            }
            default -> requests.getLast().toFuture().join();
        }
        Request.awaitAll(requests.toArray(Request[]::new));
        requests.clear();
    }

    @Test
    void readsUnderWayTravelTogether() {
        LocalNetwork network = new LocalNetwork(SEED, true, each -> null);
        int times = 100;
        new InProcessJob(network, 2, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                window.lock(LockKind.SHARED, 1 - world.rank());
                world.barrier();
                if (world.rank() == 0) {
                    long[][] old = new long[times][1];
                    Request[] requests = new Request[times];
                    long before = network.packets().of(PacketDescriptor.ACTIVE_MESSAGE);
                    for (int i = 0; i < times; i++) {
                        requests[i] = window.nonblocking()
                                .fetchAndOp(new long[] {1}, old[i], DataLayout.LONG, 1, 0, Operation.SUM);
                    }
                    Request.awaitAll(requests);
                    assertEquals(1, network.packets().of(PacketDescriptor.ACTIVE_MESSAGE) - before);
                    for (int i = 0; i < times; i++) {
                        assertEquals(i, old[i][0]);
                    }
                }
                world.barrier();
                window.unlock(1 - world.rank());
            }
        });
    }

    /** Keeps the calls that give locks back until there are two, whose origin has waited for neither. */
    private static final class Unlocks {
        private static final int KIND = 16; // of a call, in its header
        private static final byte UNLOCK = 7;

        private final List<Runnable> kept = new ArrayList<>();

        RemoteCallHandler before(RemoteCallHandler windows) {
            return (call, data) -> {
                if (call.header().get(ValueLayout.JAVA_BYTE, KIND) == UNLOCK) {
                    keep(() -> windows.execute(call, data));
                } else {
                    windows.execute(call, data);
                }
            };
        }

        private synchronized void keep(Runnable unlock) {
            kept.add(unlock);
            if (kept.size() == 2) {
                kept.forEach(Runnable::run);
            }
        }
    }

    @Test
    void theLocksOfAllAreGivenBackTogether() {
        Unlocks unlocks = new Unlocks();
        new InProcessJob(new LocalNetwork(SEED, false, each -> null), 3, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                ExecutedCalls.replace(world, unlocks::before);
                world.barrier();
                if (world.rank() == 0) {
                    window.lockAll();
                    window.put(new long[] {1}, 1, 0);
                    window.put(new long[] {1}, 2, 0);
                    window.unlockAll();
                }
            }
        });
        assertEquals(2, unlocks.kept.size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReadThatTheTargetRefusesIsAnErrorOfItsRequest(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] place = new long[1];
            try (Window window = world.createDynamicWindow()) {
                if (world.rank() == 1) {
                    place[0] = window.attach(new long[] {7, 8});
                }
                world.broadcast(place, 1);
                window.lockAll();
                if (world.rank() == 0) {
                    long[][] read = new long[3][1];
                    long far = place[0] + (1 << 20);
                    Request first = window.nonblocking().get(read[0], 1, place[0]);
                    Request wrong = window.nonblocking()
                            .fetchAndOp(new long[1], read[1], DataLayout.LONG, 1, far, Operation.SUM);
                    Request last = window.nonblocking().get(read[2], 1, place[0] + 8);
                    window.flush(1); // the request has the error
                    first.await();
                    last.await();
                    assertArrayEquals(new long[][] {{7}, {0}, {8}}, read);
                    SennitException error = assertThrows(SennitException.class, wrong::await);
                    assertEquals(ErrorClass.RMA_RANGE, error.errorClass(), error::toString);
                    for (String part : List.of("operation=fetchAndOp", "target=1", "displacement=" + far)) {
                        assertTrue(error.getMessage().contains(part), error::getMessage);
                    }
                }
                window.unlockAll();
                world.barrier();
            }
        });
    }
}
