package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.LockKind;
import org.sennit.Window;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Accesses to the memory of an endpoint that computes and calls nothing are served by the background thread of its process. */
@Core
@Deadline(seconds = 60)
class ComputingTargetTest {
    private static final int ROUNDS = 20;

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "unix", "tcp"})
    void isAccessedBetweenItsCalls(String network) {
        AtomicBoolean isAccessed = new AtomicBoolean();
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[ROUNDS]; // on the heap: no process maps it
            try (Window window = world.createWindow(memory, Long.BYTES)) {
                if (world.rank() == 0) {
                    try {
                        access(window);
                    } finally {
                        isAccessed.set(true);
                    }
                } else {
                    while (!isAccessed.get()) { // computes: whatever is done for the origin, this thread does not do it
                        Thread.onSpinWait();
                    }
                    assertArrayEquals(numbers(), memory);
                }
            }
        });
    }

    private static void access(Window window) {
        long[] all = numbers();
        for (int i = 0; i < ROUNDS; i++) {
            window.lock(LockKind.EXCLUSIVE, 1);
            window.put(new long[] {all[i]}, 1, i);
            window.unlock(1); // the target has answered
        }
        long[] seen = new long[1];
        window.lock(LockKind.SHARED, 1);
        window.get(seen, 1, ROUNDS - 1);
        window.unlock(1);
        assertEquals(all[ROUNDS - 1], seen[0]);
    }

    private static long[] numbers() {
        long[] numbers = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            numbers[i] = 1000 + i;
        }
        return numbers;
    }
}
