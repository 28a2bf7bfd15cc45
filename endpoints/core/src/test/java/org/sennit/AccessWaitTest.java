package org.sennit;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.testkit.Deadline;

/** An access that waits for the lock of its target, in an epoch of all. */
@Deadline(seconds = 30)
class AccessWaitTest {
    /** An access to one member; an int, for which there is no fast path. */
    private interface Access {
        void call(Window window, int[] origin, int[] result, int target);
    }

    private record Case(String name, Access access) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("put", (window, origin, _, target) -> window.put(origin, target, 0)),
                new Case("get", (window, _, result, target) -> window.get(result, target, 0)),
                new Case(
                        "accumulate",
                        (window, origin, _, target) -> window.accumulate(origin, target, 0, Operation.SUM)),
                new Case(
                        "fetchAndOp",
                        (window, origin, result, target) ->
                                window.fetchAndOp(origin, result, target, 0, Operation.SUM)),
                new Case(
                        "compareAndSwap",
                        (window, origin, result, target) -> window.compareAndSwap(origin, origin, result, target, 0)));
    }

    /** What other work of the endpoint throws meanwhile is not about the memory of the access, though it looks so. */
    @ParameterizedTest
    @MethodSource("cases")
    void throwsWhatProgressThrows(Case given) {
        IllegalStateException thrown = new IllegalStateException("by other work of the endpoint");
        Job.run(2, Options.fromEnvironment(), endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(new int[1])) {
                if (world.rank() == 1) {
                    window.lock(LockKind.EXCLUSIVE, 1);
                }
                world.barrier();
                if (world.rank() == 0) {
                    window.lockAll();
                    ((CommunicatorHandle) world).context().endpoint().progress().add(new ThrowingHook(thrown));
                    assertSame(
                            thrown,
                            assertThrows(
                                    RuntimeException.class,
                                    () -> given.access.call(window, new int[1], new int[1], 1)));
                }
                world.barrier();
                if (world.rank() == 1) {
                    window.unlock(1);
                } else {
                    window.unlockAll();
                }
            }
        });
    }
}
