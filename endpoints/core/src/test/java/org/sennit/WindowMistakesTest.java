package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** What the calls of a window refuse, and how their waits end when others cannot end them. */
@Deadline(seconds = 120)
@Core
class WindowMistakesTest {
    private static final int MOST_ROUNDS = 100;

    private static SennitException fails(ErrorClass errorClass, Runnable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass(), error::toString);
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
        return error;
    }

    WindowPlacement placement() {
        return WindowPlacement.ONE_PROCESS;
    }

    private void run(int endpoints, EndpointProgram program) {
        placement().run(endpoints, program);
    }

    @Test
    void anIntercommunicatorHasNoWindow() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Communicator side = world.split(world.rank(), 0);
                    Intercommunicator both = side.createIntercommunicator(0, world, 1 - world.rank(), 1)) {
                Map<String, Runnable> calls = new TreeMap<>();
                calls.put("createWindow", () -> both.createWindow(new long[1]));
                calls.put("allocateWindow", () -> both.allocateWindow(8, 1));
                calls.put("allocateSharedWindow", () -> both.allocateSharedWindow(8, 1));
                calls.put("createDynamicWindow", both::createDynamicWindow);
                calls.forEach((name, call) -> {
                    SennitException error = fails(ErrorClass.COMM, call);
                    assertEquals(
                            "not for an intercommunicator: operation=" + name + " communicator=" + both.name(),
                            error.getMessage());
                });
                world.barrier();
            }
        });
    }

    @Test
    void badMemoryIsAnErrorOnAllMembers() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            boolean isFirst = world.rank() == 0;
            Object[] bad = {
                new boolean[1],
                Arena.ofConfined().allocate(8),
                MemorySegment.ofArray(new int[2]).asReadOnly(),
                ByteBuffer.allocate(8).asReadOnlyBuffer(),
                "text"
            };
            for (Object memory : bad) {
                SennitException error = fails(
                        ErrorClass.BASE,
                        () -> world.createWindow(isFirst ? memory : new int[2]),
                        "operation=createWindow",
                        "rank=" + world.rank());
                assertEquals(!isFirst, error.getMessage().contains("peer=0"), error::getMessage);
            }
            fails(ErrorClass.DISP, () -> world.createWindow(new int[1], isFirst ? 4 : 0));
            fails(ErrorClass.SIZE, () -> world.allocateWindow(isFirst ? -1 : 8, 1));
            fails(ErrorClass.SIZE, () -> world.allocateSharedWindow(isFirst ? -1 : 8, 1), "allocateSharedWindow");
            fails(ErrorClass.NO_MEM, () -> world.allocateWindow(isFirst ? 1L << 50 : 8, 1), "operation=");
            world.createWindow(new int[1]).close(); // nothing is left behind
        });
    }

    @Test
    void badHintsAreAnErrorOnAllMembers() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            boolean isFirst = world.rank() == 0;
            int[] other = {1 - world.rank()};
            Map<String, String> hints = isFirst ? null : Map.of();
            Map<String, Runnable> calls = Map.of(
                    "createWindow", () -> world.createWindow(new int[1], 4, hints),
                    "allocateWindow", () -> world.allocateWindow(8, 1, hints),
                    "allocateSharedWindow", () -> world.allocateSharedWindow(8, 1, hints),
                    "createDynamicWindow", () -> world.createDynamicWindow(hints),
                    "createDistributedGraph",
                            () -> world.createDistributedGraph(
                                    new int[] {world.rank()}, new int[] {1}, other, null, hints, false),
                    "createDistributedGraphAdjacent",
                            () -> world.createDistributedGraphAdjacent(other, null, other, null, hints, false));
            for (String call : new TreeMap<>(calls).keySet()) {
                fails(ErrorClass.ARG, calls.get(call), isFirst ? "no hints: given=null" : "peer=0", "=" + call + " ");
            }
            Map<String, String> noValue = new HashMap<>();
            noValue.put("alloc_shm", null);
            fails(ErrorClass.ARG, () -> world.allocateWindow(8, 1, isFirst ? Map.of() : noValue));
            world.createWindow(new int[1]).close(); // nothing is left behind
        });
    }

    @Test
    void anAccessOutsideAnEpochIsRefused() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new long[4])) {
                long[] one = new long[1];
                int other = 1 - world.rank();
                ErrorClass sync = ErrorClass.RMA_SYNC;
                fails(sync, () -> window.put(one, other, 0), "operation=put", "target=" + other, "open=none");
                fails(sync, () -> window.get(one, other, 0), "operation=get");
                fails(sync, () -> window.accumulate(one, other, 0, Operation.SUM), "operation=accumulate");
                fails(sync, () -> window.getAccumulate(one, one, other, 0, Operation.SUM), "getAccumulate");
                fails(sync, () -> window.fetchAndOp(one, one, other, 0, Operation.SUM), "fetchAndOp");
                fails(sync, () -> window.compareAndSwap(one, one, one, other, 0), "compareAndSwap");
                fails(sync, window::complete, "operation=complete");
                fails(sync, window::waitFor, "operation=waitFor");
                fails(sync, window::test, "operation=test");
                fails(sync, () -> window.unlock(other), "operation=unlock");
                fails(sync, window::unlockAll, "operation=unlockAll");
                fails(sync, () -> window.flush(other), "operation=flush");
                fails(sync, window::flushAll, "operation=flushAll");
                window.lockAll();
                for (int none : new int[] {-1, 2, Integer.MIN_VALUE}) {
                    fails(ErrorClass.RANK, () -> window.flush(none), "operation=flush ", "target=" + none, "size=2");
                    fails(ErrorClass.RANK, () -> window.flushLocal(none), "operation=flushLocal ", "target=" + none);
                }
                window.unlockAll();
                window.fence();
                fails(sync, () -> window.nonblocking().put(one, other, 0), "only for an epoch of lock");
                fails(sync, () -> window.flushLocal(other), "open=FENCED");
                window.put(one, other, 0);
                fails(sync, () -> window.lock(LockKind.SHARED, other), "another access epoch is open");
                fails(sync, () -> window.start(world.group()), "another access epoch is open");
                window.fence(WindowAssertion.NO_SUCCEED);
                fails(sync, () -> window.put(one, other, 0), "open=none");
                window.lock(LockKind.SHARED, other);
                fails(sync, () -> window.put(one, world.rank(), 0), "does not include the target", "open=LOCKED");
                fails(sync, () -> window.lock(LockKind.SHARED, other), "locked already");
                fails(sync, () -> window.lockAll(), "another access epoch is open");
                fails(sync, () -> window.fence(), "an epoch of another kind");
                window.unlock(other);
                world.barrier();
                Group self = world.group().include(world.rank());
                window.post(self);
                fails(sync, () -> window.post(self), "open=POSTED");
                fails(
                        ErrorClass.RMA_CONFLICT,
                        () -> window.lock(LockKind.SHARED, world.rank()),
                        "exposed by post",
                        "target=" + world.rank());
                window.start(self);
                fails(sync, () -> window.put(one, other, 0), "open=STARTED+POSTED");
                window.complete();
                window.waitFor();
                window.lock(LockKind.SHARED, world.rank());
                fails(ErrorClass.RMA_CONFLICT, () -> window.post(self), "locked and cannot be exposed");
                window.unlock(world.rank());
            }
        });
    }

    @Test
    void badArgumentsAreRefusedAndNothingHasHappened() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = {1, 2, 3, 4};
            Window window = world.createWindow(memory);
            window.fence();
            int other = 1 - world.rank();
            long[] one = {9};
            int[] ints = {9};
            fails(ErrorClass.RANK, () -> window.put(one, 2, 0), "target=2", "size=2");
            fails(ErrorClass.RANK, () -> window.sizeBytes(-1));
            fails(
                    ErrorClass.RMA_RANGE,
                    () -> window.put(one, other, 4),
                    "operation=put",
                    "displacement=4",
                    "unit=8",
                    "first byte=32 end=40",
                    "size=32 bytes");
            fails(ErrorClass.RMA_RANGE, () -> window.get(new long[5], other, 0), "end=40");
            fails(ErrorClass.RMA_RANGE, () -> window.put(one, other, Long.MAX_VALUE));
            fails(ErrorClass.RMA_RANGE, () -> window.accumulate(one, other, 4, Operation.SUM));
            fails(ErrorClass.RMA_RANGE, () -> window.fetchAndOp(one, one, other, 4, Operation.SUM));
            fails(ErrorClass.RMA_RANGE, () -> window.compareAndSwap(one, one, one, other, 4));
            DataLayout before = DataLayout.LONG.count(1).byteShifted(-8);
            fails(ErrorClass.RMA_RANGE, () -> window.put(one, DataLayout.LONG, other, 0, before), "first byte=-8");
            fails(ErrorClass.DISP, () -> window.put(one, other, -1), "displacement=-1");
            fails(
                    ErrorClass.COUNT,
                    () -> window.put(one, DataLayout.LONG, other, 0, DataLayout.LONG.count(2)),
                    "origin=8",
                    "target=16");
            fails(ErrorClass.COUNT, () -> window.put(one, DataLayout.LONG.count(2), other, 0, null), "needs=16");
            fails(ErrorClass.COUNT, () -> window.getAccumulate(one, new long[2], other, 0, Operation.SUM));
            fails(ErrorClass.TYPE, () -> window.put(one, DataLayout.INT, other, 0, null), "array of one type");
            fails(ErrorClass.TYPE, () -> window.put(one, null, other, 0, null), "no layout");
            fails(
                    ErrorClass.TYPE,
                    () -> window.accumulate(one, DataLayout.LONG, other, 0, DataLayout.INT.count(2), Operation.SUM),
                    "different types");
            fails(ErrorClass.BUFFER, () -> window.put(null, other, 0), "no memory");
            MemorySegment readOnly = MemorySegment.ofArray(one).asReadOnly();
            fails(ErrorClass.BUFFER, () -> window.get(readOnly, other, 0), "read-only");
            fails(ErrorClass.OP, () -> window.accumulate(one, other, 0, null), "no operation");
            Operation own = Operation.ofLongs("own", true, Long::sum);
            fails(ErrorClass.OP, () -> window.accumulate(one, other, 0, own), "predefined", "given=own");
            fails(ErrorClass.OP, () -> window.fetchAndOp(ints, ints, other, 0, Operation.MINLOC));
            fails(ErrorClass.OP, () -> window.accumulate(new double[1], other, 0, Operation.BAND), "rank=");
            fails(ErrorClass.ASSERT, () -> window.fence(WindowAssertion.NO_CHECK), "given=NO_CHECK");
            fails(ErrorClass.LOCKTYPE, () -> window.lock(null, other));
            fails(ErrorClass.GROUP, () -> window.post(null));
            fails(ErrorClass.RMA_SHARED, () -> window.shared(0), "flavor=CREATED");
            fails(ErrorClass.RMA_FLAVOR, () -> window.attach(new int[1]), "flavor=CREATED");
            fails(ErrorClass.OP, () -> Operation.REPLACE.reduceLocal(one, one, DataLayout.LONG), "REPLACE");
            window.fence();
            assertArrayEquals(new long[] {1, 2, 3, 4}, memory);
            window.close();
            fails(ErrorClass.WIN, () -> window.put(one, other, 0), "closed");
            fails(ErrorClass.WIN, window::fence);
            fails(ErrorClass.WIN, () -> window.flush(-1));
            try (Window dynamic = world.createDynamicWindow()) {
                dynamic.lockAll();
                fails(ErrorClass.RMA_RANGE, () -> dynamic.put(one, world.rank(), 64), "no memory is attached");
                long at = dynamic.attach(memory);
                fails(ErrorClass.RMA_ATTACH, () -> dynamic.attach(memory), "attached already");
                fails(ErrorClass.RMA_ATTACH, () -> dynamic.attach(new boolean[1]));
                fails(ErrorClass.RMA_ATTACH, () -> dynamic.detach(new int[1]), "not attached");
                fails(ErrorClass.RMA_RANGE, () -> dynamic.put(one, world.rank(), at + 32));
                dynamic.detach(memory);
                fails(ErrorClass.RMA_RANGE, () -> dynamic.put(one, world.rank(), at));
                fails(ErrorClass.RMA_SHARED, () -> dynamic.shared(0));
                dynamic.unlockAll();
            }
        });
    }

    @Test
    void anArenaThatIsClosedIsAnErrorOfTheAccess() {
        run(1, endpoint -> {
            Arena arena = Arena.ofShared();
            try (Window window = endpoint.world().createWindow(arena.allocate(64, 8), 8)) {
                arena.close();
                window.lockAll();
                long[] one = new long[1];
                fails(ErrorClass.BUFFER, () -> window.put(one, 0, 0), "arena is closed");
                fails(ErrorClass.BUFFER, () -> window.fetchAndOp(one, one, 0, 0, Operation.SUM), "fetchAndOp");
                fails(ErrorClass.BUFFER, () -> window.accumulate(one, 0, 0, Operation.SUM), "accumulate");
                window.unlockAll();
            }
        });
    }

    /** Puts data and frees its memory at once; returns whether the access has failed. */
    private static boolean isFreedDuringPut(Window window, long bytes) {
        Arena arena = Arena.ofShared();
        Request put = window.nonblocking().put(arena.allocate(bytes), 1, 0);
        arena.close();
        try {
            put.await();
            return false;
        } catch (SennitException e) {
            assertEquals(ErrorClass.BUFFER, e.errorClass(), e.getMessage());
            assertTrue(e.getMessage().contains("arena is closed"), e.getMessage());
            return true;
        }
    }

    @Test
    void memoryThatIsFreedDuringALongAccessFailsThatAccessAlone() {
        byte[] exposed = new byte[16 << 20];
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(world.rank() == 1 ? exposed : new byte[1])) {
                if (world.rank() == 0) {
                    window.lockAll();
                    boolean isApart = placement() == WindowPlacement.APART;
                    boolean hasFailed = isFreedDuringPut(window, exposed.length);
                    for (int i = 0; isApart && !hasFailed && i < MOST_ROUNDS; i++) {
                        hasFailed = isFreedDuringPut(window, exposed.length); // all data had gone before
                    }
                    assertEquals(isApart, hasFailed);
                    window.put(new byte[] {7}, 1, 3);
                    window.flush(1);
                    window.unlockAll();
                }
                world.barrier();
                if (world.rank() == 1) {
                    assertEquals(7, exposed[3]);
                }
            }
        });
    }

    @Test
    void theErrorHandlerOfTheCommunicatorIsTold() {
        run(1, endpoint -> {
            Communicator world = endpoint.world();
            AtomicInteger reported = new AtomicInteger();
            world.setErrorHandler((communicator, error) -> reported.incrementAndGet());
            try (Window window = world.createWindow(new long[1])) {
                fails(ErrorClass.RMA_SYNC, () -> window.put(new long[1], 0, 0));
                fails(ErrorClass.DISP, () -> world.createWindow(new int[1], 0));
                assertEquals(2, reported.get());
            }
        });
    }

    @Test
    void closingWithAnOpenEpochGivesTheLocksBack() {
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[1]);
            if (world.rank() == 0) {
                window.lock(LockKind.EXCLUSIVE, 1);
                world.barrier();
                fails(ErrorClass.RMA_SYNC, window::close, "open=LOCKED");
                assertTrue(window.isClosed());
            } else {
                world.barrier();
                window.lock(LockKind.EXCLUSIVE, 1);
                fails(ErrorClass.RMA_SYNC, window::close, "open=LOCKED");
            }
        });
    }

    @Test
    void closingWithAnExposureTakesItsReceivesBack() {
        run(3, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[1]);
            if (world.rank() == 0) {
                int before = posted(world);
                window.post(world.group().exclude(0));
                assertEquals(before + 2, posted(world));
                fails(ErrorClass.RMA_SYNC, window::close, "open=POSTED");
                // Its part of the barrier of the others ends when they come.
                for (long end = System.nanoTime() + 20_000_000_000L; posted(world) > before; ) {
                    assertTrue(System.nanoTime() < end, "receives are left");
                    world.nonblocking().probe(1, 99, null); // makes progress
                }
            } else {
                window.close();
            }
            world.barrier();
            Window both = world.createWindow(new long[3]);
            both.post(world.group());
            both.start(world.group());
            both.put(new long[] {1}, (world.rank() + 1) % 3, world.rank());
            fails(ErrorClass.RMA_SYNC, both::close, "open=STARTED+POSTED");
            assertTrue(both.isClosed());
            world.barrier();
            long[] memory = new long[3];
            try (Window next = world.createWindow(memory)) { // meets no message of those
                next.post(world.group());
                next.start(world.group());
                for (int target = 0; target < 3; target++) {
                    next.put(new long[] {7}, target, world.rank());
                }
                next.complete();
                next.waitFor();
                assertArrayEquals(new long[] {7, 7, 7}, memory);
            }
        });
    }

    private static int posted(Communicator world) {
        return world.endpoint().statistics().matching().posted();
    }

    @Test
    void aMemberThatClosesInAnEpochDoesNotHoldUpTheOthers() {
        run(3, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[1]);
            if (world.rank() == 0) {
                window.lock(LockKind.EXCLUSIVE, 1);
                window.put(new long[1], 1, 0);
                fails(ErrorClass.RMA_SYNC, window::close, "open=LOCKED");
            } else {
                window.close();
            }
            world.barrier();
            assertTrue(window.isClosed());
        });
    }

    @Test
    void aLockWhoseHolderHasEndedIsAnErrorOfThoseThatWait() {
        run(3, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[1]);
            if (world.rank() == 0) {
                window.lock(LockKind.EXCLUSIVE, 2);
                world.barrier();
                return;
            }
            world.barrier();
            fails(
                    ErrorClass.PROC_ENDED,
                    () -> window.lock(LockKind.SHARED, 2),
                    "operation=lock",
                    "target=2",
                    "kind=SHARED");
        });
    }

    @Test
    void aWaitForAnEpochOfAMemberThatHasEndedEnds() {
        assumeTrue(placement().isWatched());
        run(2, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[1]);
            if (world.rank() == 0) {
                Group other = world.group().include(1);
                fails(ErrorClass.PROC_ENDED, () -> window.start(other), "operation=start", "target=1");
                window.post(other);
                fails(ErrorClass.PROC_ENDED, window::waitFor, "operation=waitFor", "origin=1");
            }
        });
    }

    @Test
    @NotCore
    void membersThatWaitForEachOthersLocksAreADeadlock() {
        assumeTrue(placement().isWatched());
        SennitException error = assertThrows(
                SennitException.class,
                () -> run(2, endpoint -> {
                    Communicator world = endpoint.world();
                    Window window = world.createWindow(new long[1]);
                    window.lock(LockKind.EXCLUSIVE, world.rank());
                    world.barrier();
                    window.lock(LockKind.EXCLUSIVE, 1 - world.rank());
                }));
        Throwable report = error;
        while (report.getCause() != null) {
            report = report.getCause();
        }
        assertTrue(report.getMessage().contains("operation=lock"), report::getMessage);
        assertTrue(report.getMessage().contains("kind=EXCLUSIVE"), report::getMessage);
    }
}
