package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.am.call.RemoteCallHandler;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.Deadline;

/** Accesses to members in other processes that fail: each is reported once, and those after it go on. */
@Deadline(seconds = 30)
class LostAccessTest {
    private static final int SEED = 59;

    private static void run(boolean isOrdered, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(SEED, isOrdered, network -> null), 2, 1, Options.fromEnvironment())
                .run(program);
    }

    private static void fails(ErrorClass errorClass, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass(), error::toString);
    }

    /**
     * What the process of an endpoint does with calls of windows; a replacement, while it is there, does it instead.
     */
    private static RemoteCalls calls(Endpoint endpoint) {
        return ((CommunicatorHandle) endpoint.world())
                .context()
                .own()
                .process()
                .active()
                .calls();
    }

    private static RemoteCallHandler windows(Endpoint endpoint) {
        return calls(endpoint).registered(RemoteCalls.WINDOW_FIRST, RemoteCallHandler.class, () -> null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPutToMemoryWhoseArenaIsClosedFailsAndLaterAccessesAreExecuted(boolean isOrdered) {
        int length = 1 << 18; // several calls
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] place = new long[2];
            long[] memory = new long[100];
            try (Window window = world.createDynamicWindow()) {
                if (world.rank() == 1) {
                    Arena arena = Arena.ofShared();
                    place[0] = window.attach(arena.allocate(8L * length, 8));
                    place[1] = window.attach(memory);
                    arena.close();
                }
                world.broadcast(place, 1);
                window.lockAll();
                if (world.rank() == 0) {
                    window.put(new long[100], 1, place[0]); // one call
                    fails(ErrorClass.BUFFER, () -> window.flush(1));
                    fails(ErrorClass.BUFFER, () -> window.put(new long[length], 1, place[0]));
                    long[] values = new long[100];
                    values[99] = 5;
                    window.put(values, 1, place[1]);
                    long[] read = new long[100];
                    window.get(read, 1, place[1]);
                    assertEquals(5, read[99]);
                    window.flush(1);
                }
                window.unlockAll();
                world.barrier();
            }
        });
    }

    /** The arena is closed at any moment of the get: what is read is right, or the error says what has happened. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGetFromMemoryWhoseArenaIsClosedMeanwhileFailsOrIsWhole(boolean isOrdered) {
        int length = 1 << 19; // several calls
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            for (int round = 0; round < 20; round++) {
                Arena arena = Arena.ofShared();
                MemorySegment memory = arena.allocate(8L * length, 8);
                memory.fill((byte) 7);
                try (Window window = world.createWindow(memory, 8)) {
                    window.lockAll();
                    window.get(new long[1], 1 - world.rank(), 0);
                    world.barrier();
                    if (world.rank() == 0) {
                        long[] read = new long[length];
                        try {
                            window.get(read, 1, 0);
                            assertTrue(Arrays.stream(read).allMatch(each -> each == 0x0707070707070707L));
                        } catch (SennitException e) {
                            assertEquals(ErrorClass.BUFFER, e.errorClass(), e::toString);
                        }
                    } else {
                        closeOnceNothingReadsIt(arena);
                    }
                    window.unlockAll();
                }
            }
        });
    }

    /** A shared arena cannot be closed while a call of the system reads its memory. */
    private static void closeOnceNothingReadsIt(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** Accesses of rank 0 to a window of rank 1, whose calls a replacement executes meanwhile. */
    private static void whileReplaced(UnaryOperator<RemoteCallHandler> replacement, Consumer<Window> accesses) {
        whileReplaced(replacement, (_, window) -> accesses.accept(window));
    }

    private static void whileReplaced(
            UnaryOperator<RemoteCallHandler> replacement, BiConsumer<Progress, Window> accesses) {
        run(true, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                RemoteCallHandler windows = windows(endpoint);
                window.lockAll();
                window.get(new long[1], 1 - world.rank(), 0); // the lock is asked for at the first access
                world.barrier();
                if (world.rank() == 1) {
                    calls(endpoint).register(RemoteCalls.WINDOW_FIRST, replacement.apply(windows));
                }
                world.barrier();
                if (world.rank() == 0) {
                    CommContext context = ((CommunicatorHandle) world).context();
                    accesses.accept(context.endpoint().progress(), window);
                }
                world.barrier();
                if (world.rank() == 1) {
                    calls(endpoint).register(RemoteCalls.WINDOW_FIRST, windows);
                }
                world.barrier();
                window.unlockAll();
            }
        });
    }

    @Test
    void aWriteThatIsRefusedWithTheReadsBeforeItIsAnErrorOfTheFlush() {
        RemoteCallHandler closed =
                (call, data) -> call.answer(-1 - ErrorClass.WIN.ordinal()); // as a closed window does
        whileReplaced(windows -> closed, window -> {
            Request first = window.nonblocking().get(new long[1], 1, 0);
            Request second = window.nonblocking().get(new long[1], 1, 0);
            window.put(new long[] {1}, 1, 0);
            fails(ErrorClass.WIN, () -> window.flush(1));
            fails(ErrorClass.WIN, first::await);
            fails(ErrorClass.WIN, second::await);
            window.nonblocking().get(new long[1], 1, 0).free();
            window.flush(1); // reads alone: no error of the flush
        });
    }

    /** Keeps calls until it is opened. */
    private static final class Gate implements RemoteCallHandler {
        private final RemoteCallHandler windows;
        private final List<Runnable> kept = new ArrayList<>();
        private boolean isOpen;

        Gate(RemoteCallHandler windows) {
            this.windows = windows;
        }

        @Override
        public synchronized void execute(RemoteCall call, MemorySegment data) {
            if (isOpen) {
                windows.execute(call, data);
            } else {
                kept.add(() -> windows.execute(call, data));
            }
        }

        synchronized void open() {
            isOpen = true;
            kept.forEach(Runnable::run);
        }
    }

    @Test
    void aLocalFlushWaitsForWhatIsReadButNotForWhatIsPut() {
        AtomicReference<Gate> gate = new AtomicReference<>();
        whileReplaced(
                windows -> {
                    gate.set(new Gate(windows));
                    return gate.get();
                },
                window -> {
                    window.put(new long[] {7}, 1, 0);
                    window.flushLocal(1); // of calls that the target has not executed
                    window.put(new long[] {7}, 1, 0);
                    window.flushLocal(1);
                    gate.get().open();
                    long[] read = new long[1];
                    Request get = window.nonblocking().get(read, 1, 0);
                    window.flushLocalAll();
                    assertEquals(7, read[0]);
                    assertTrue(get.isComplete());
                    window.flush(1);
                });
    }

    /**
     * The inner flush waits for what has begun before the outer one, too, and for what begins in its own wait
     * meanwhile.
     */
    @Test
    void anAccessInAFlushInAFlushIsSent() {
        AtomicReference<Gate> gate = new AtomicReference<>();
        whileReplaced(
                windows -> {
                    gate.set(new Gate(windows));
                    return gate.get();
                },
                (progress, window) -> {
                    long[] one = {1};
                    progress.defer(
                            () -> { // in the outer wait
                                window.accumulate(one, 1, 0, Operation.SUM);
                                progress.defer(
                                        () -> { // in the inner one
                                            window.accumulate(one, 1, 0, Operation.SUM);
                                            gate.get().open();
                                        });
                                window.flush(1);
                            });
                    window.accumulate(one, 1, 0, Operation.SUM);
                    window.flush(1);
                    long[] sum = new long[1];
                    window.get(sum, 1, 0);
                    assertEquals(3, sum[0]);
                });
    }

    /** Keeps calls until the sixteenth has come; then executes them and all later ones. */
    private static final class Kept implements RemoteCallHandler {
        private static final int CALLS = 16;

        private final RemoteCallHandler windows;
        private final List<Long> lengths;
        private final List<Runnable> kept = new ArrayList<>();

        Kept(RemoteCallHandler windows, List<Long> lengths) {
            this.windows = windows;
            this.lengths = lengths;
        }

        @Override
        public synchronized void execute(RemoteCall call, MemorySegment data) {
            lengths.add(data.byteSize());
            MemorySegment copy = MemorySegment.ofArray(new long[(int) (data.byteSize() + 7 >> 3)])
                    .asSlice(0, data.byteSize());
            copy.copyFrom(data);
            kept.add(() -> windows.execute(call, copy));
            if (lengths.size() >= CALLS) {
                kept.forEach(Runnable::run);
                kept.clear();
            }
        }
    }

    @Test
    void theLastOfTheBatchesThatMayBeUnderWayIsFilledToo() {
        List<Long> lengths = Collections.synchronizedList(new ArrayList<>());
        whileReplaced(windows -> new Kept(windows, lengths), window -> {
            Request[] requests = new Request[5000];
            for (int i = 0; i < requests.length; i++) {
                requests[i] = window.nonblocking().get(new long[1], 1, 0);
            }
            Request.awaitAll(requests);
            assertEquals(lengths.getFirst(), lengths.get(Kept.CALLS - 1));
        });
    }

    @Test
    void aLockOfAllThatIsRefusedLeavesNoEpochAndNoLock() {
        Options shared = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");
        new InProcessJob(new LocalNetwork(SEED, true, network -> null), 2, 1, shared).run(endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                Group other = world.group().include(1 - world.rank());
                if (world.rank() == 1) {
                    window.post(other);
                    world.barrier();
                    window.waitFor();
                    world.barrier();
                } else {
                    world.barrier();
                    fails(ErrorClass.RMA_CONFLICT, window::lockAll); // that of rank 0 has been granted before
                    window.start(other);
                    window.complete();
                    world.barrier();
                    window.lock(LockKind.EXCLUSIVE, 0);
                    window.unlock(0);
                }
            }
        });
    }

    /** The process of an endpoint learns that another one is dead, before the others do. */
    private static void hearsOfTheDeathOf(int process, Endpoint endpoint) {
        ((CommunicatorHandle) endpoint.world())
                .context()
                .own()
                .process()
                .device()
                .deaths()
                .lost(process, new SennitException(ErrorClass.PROC_FAILED, "it is dead"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSurvivorThatHasClosedTheWindowTellsOfTheFailure(boolean isOrdered) {
        Options continuing = Options.fromEnvironment().with(JobOptions.FAILURE, "continue", "test");
        new InProcessJob(new LocalNetwork(SEED, isOrdered, network -> null), 3, 1, continuing).run(endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[1 << 18]);
            int[] word = new int[1];
            switch (world.rank()) {
                case 0 -> {
                    window.lock(LockKind.SHARED, 1);
                    world.send(word, 1, 0);
                    world.receive(word, 1, 0);
                    window.put(new long[] {1}, 1, 0);
                    fails(ErrorClass.PROC_FAILED, () -> window.flush(1));
                    fails(
                            ErrorClass.PROC_FAILED,
                            () -> window.nonblocking().get(new long[1], 1, 0).await());
                    fails(ErrorClass.PROC_FAILED, () -> window.get(new long[1 << 18], 1, 0)); // in pieces
                    window.unlock(1);
                    fails(ErrorClass.PROC_FAILED, () -> window.lock(LockKind.SHARED, 1));
                    world.send(word, 2, 0);
                }
                case 1 -> {
                    world.receive(word, 0, 0);
                    hearsOfTheDeathOf(2, endpoint);
                    fails(ErrorClass.PROC_FAILED, window::close);
                    world.send(word, 0, 0);
                }
                default -> world.receive(word, 0, 0);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReadThatFailsLeavesTheMemoryOfItsThreadAlone(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            long[] place = new long[1];
            try (Window window = world.createDynamicWindow();
                    Arena arena = Arena.ofConfined()) {
                if (world.rank() == 1) {
                    place[0] = window.attach(new long[1]);
                }
                world.broadcast(place, 1);
                window.lockAll();
                if (world.rank() == 0) {
                    MemorySegment into = arena.allocateFrom(ValueLayout.JAVA_LONG, 9);
                    Request read = window.nonblocking().get(into, 1, place[0] + (1 << 20));
                    fails(ErrorClass.RMA_RANGE, read::await);
                    assertEquals(9, into.get(ValueLayout.JAVA_LONG, 0));
                }
                window.unlockAll();
                world.barrier();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void memoryOfOneThreadThatIsClosedBeforeTheOutcomeIsTakenIsAnErrorOfTheRequest(boolean isOrdered) {
        run(isOrdered, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[1])) {
                window.lockAll();
                if (world.rank() == 0) {
                    Request read;
                    Request freed;
                    Request freedLater;
                    try (Arena arena = Arena.ofConfined()) {
                        read = window.nonblocking().get(arena.allocate(8, 8), 1, 0);
                        freed = window.nonblocking().get(arena.allocate(8, 8), 1, 0);
                        window.flush(1);
                        freedLater = window.nonblocking().get(arena.allocate(8, 8), 1, 0);
                        freedLater.free();
                    }
                    fails(ErrorClass.BUFFER, read::await);
                    assertTrue(read.isInactive());
                    freed.free();
                    window.flush(1); // polls, and drops the last one
                }
                window.unlockAll();
                world.barrier();
            }
        });
    }
}
