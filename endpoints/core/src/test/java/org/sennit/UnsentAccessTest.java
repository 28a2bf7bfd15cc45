package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalModule;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * Accesses to members in other processes for whose calls there is no memory: each is reported once, and the target
 * executes those after it, also where there is no memory for the first calls that take the place of the lost ones.
 */
@Deadline(seconds = 30)
class UnsentAccessTest {
    private static final int SEED = 67;
    private static final int LONG = 300_000; // elements, in three calls
    private static final OutOfMemoryError LACK = new OutOfMemoryError("as planned");

    /** A call that sends, whose packet is lost. */
    private record Case(String name, Consumer<Window> prepare, Consumer<Window> send) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> cases() {
        List<Case> all = List.of(
                new Case("put", window -> window.put(new long[] {9}, 1, 0), window -> window.flush(1)),
                new Case("puts", UnsentAccessTest::puts, Window::flushAll),
                new Case("fetchAndOp", _ -> {}, UnsentAccessTest::fetch),
                new Case("long put", _ -> {}, window -> window.put(new long[LONG], 1, 1)),
                new Case("long get", _ -> {}, window -> window.get(new long[LONG], 1, 1)),
                new Case(
                        "request",
                        _ -> {},
                        window -> window.nonblocking().put(new long[LONG], 1, 1).await()));
        return all.stream().flatMap(each -> Stream.of(1, 2, 5).map(times -> Arguments.of(each, times)));
    }

    private static void puts(Window window) {
        for (int i = 0; i < 20; i++) {
            window.accumulate(new long[] {1}, 1, 0, Operation.SUM);
        }
    }

    private static void fetch(Window window) {
        window.fetchAndOp(new long[] {1}, new long[1], 1, 0, Operation.SUM);
    }

    private static void fails(Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(ErrorClass.NO_MEM, error.errorClass(), error::toString);
    }

    /** Two endpoints; in that of rank 0 packets fail. */
    private static void run(boolean isOrdered, Consumer<Sender> sender) {
        InProcessJob job =
                new InProcessJob(new LocalNetwork(SEED, isOrdered, network -> null), 2, 1, Options.fromEnvironment());
        List<UnmarkedPackets> counts = new CopyOnWriteArrayList<>(); // of both processes
        job.run(endpoint -> {
            Communicator world = endpoint.world();
            counts.add(((CommunicatorHandle) world)
                    .context()
                    .own()
                    .process()
                    .active()
                    .unmarked());
            try (Window window = world.createWindow(new long[LONG + 1])) {
                if (world.rank() == 0) {
                    sender.accept(new Sender(job, window));
                }
                world.barrier();
                window.lock(LockKind.EXCLUSIVE, 1);
                window.unlock(1);
                world.barrier();
            }
        });
        assertEquals(
                counts.stream().mapToLong(each -> each.sentTo(_ -> true)).sum(),
                counts.stream().mapToLong(each -> each.takenFrom(_ -> true)).sum(),
                "or the job never counts as quiet again");
    }

    private record Sender(InProcessJob job, Window window) {
        void failNext(int times) {
            for (int i = 0; i < times; i++) {
                job.module(0).failNext(LACK);
            }
        }

        void laterAccessesAreExecuted() {
            window.put(new long[] {5}, 1, 0);
            window.flush(1);
            long[] read = new long[1];
            window.get(read, 1, 0);
            assertEquals(5, read[0]);
            long[] all = new long[LONG];
            Arrays.fill(all, 8);
            window.put(all, 1, 1);
            window.flush(1);
            long[] seen = new long[LONG];
            window.get(seen, 1, 1);
            assertArrayEquals(all, seen);
        }
    }

    @ParameterizedTest(name = "{0}, {1} times")
    @MethodSource("cases")
    void failsAndLaterAccessesAreExecuted(Case given, int times) {
        for (boolean isOrdered : new boolean[] {true, false}) {
            run(isOrdered, sender -> {
                Window window = sender.window;
                window.lock(LockKind.SHARED, 1);
                given.prepare.accept(window);
                sender.failNext(times);
                fails(() -> given.send.accept(window));
                sender.laterAccessesAreExecuted();
                window.unlock(1);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void eachAccessOfACallIsToldOnce(int times) {
        run(true, sender -> {
            Window window = sender.window;
            window.lock(LockKind.SHARED, 1);
            Request first = window.nonblocking().get(new long[1], 1, 0);
            window.put(new long[] {1}, 1, 0);
            Request last = window.nonblocking().get(new long[1], 1, 0);
            sender.failNext(times);
            fails(() -> window.flush(1));
            fails(first::await);
            fails(last::await);
            window.flush(1);
            sender.laterAccessesAreExecuted();
            window.unlock(1);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anUnlockIsSentAgain(int times) {
        run(true, sender -> {
            sender.window.lock(LockKind.EXCLUSIVE, 1);
            sender.window.put(new long[] {1}, 1, 0);
            sender.window.flush(1);
            sender.failNext(times);
            sender.window.unlock(1); // run takes the lock of rank 1 in both
        });
    }

    /** Returns whether a call has failed: its packet has gone, and the answer may have come before its sender fails. */
    private static boolean hasFailed(Runnable call) {
        try {
            call.run();
            return false;
        } catch (SennitException e) {
            assertEquals(ErrorClass.NO_MEM, e.errorClass(), e::toString);
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatHasBeenSentNeverthelessCountsOnce(boolean isOrdered) {
        run(isOrdered, sender -> {
            Window window = sender.window;
            LocalModule module = sender.job.module(0);
            for (int i = 0; i < 50; i++) {
                module.failAfterNext(LACK);
                if (!hasFailed(() -> window.lock(LockKind.EXCLUSIVE, 1))) {
                    window.unlock(1);
                }
                window.lock(LockKind.SHARED, 1); // which waits for ever where a lost one is held
                module.failAfterNext(LACK);
                window.accumulate(new long[] {1}, 1, 0, Operation.SUM);
                boolean _ = hasFailed(() -> window.flush(1));
                module.failAfterNext(LACK);
                boolean _ = hasFailed(() -> fetch(window));
                module.failAfterNext(LACK);
                window.unlock(1);
                window.lock(LockKind.EXCLUSIVE, 1);
                window.unlock(1);
            }
            window.lock(LockKind.SHARED, 1);
            sender.laterAccessesAreExecuted();
            window.unlock(1);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLockThatCannotBeAskedForIsNotTaken(boolean isOrdered) {
        run(isOrdered, sender -> {
            sender.failNext(1);
            fails(() -> sender.window.lock(LockKind.EXCLUSIVE, 1));
            sender.window.lock(LockKind.EXCLUSIVE, 1);
            sender.laterAccessesAreExecuted();
            sender.window.unlock(1);
        });
    }
}
