package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.conformance.OneJvmJob;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.RemoteAddress;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Accesses to the memory of an endpoint that computes and calls nothing are served by the background thread of its
 * process.
 */
@Core
@Deadline(seconds = 60)
class ComputingTargetTest {
    private static final int ROUNDS = 20;
    private static final int LONG_BYTES = 4 << 20;

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

    /** Transfers of many pieces, of which some wait for room or for an answer of the target's process. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "unix", "tcp"})
    void isReachedByLongTransfersBetweenItsCalls(String network) {
        AtomicBoolean isReached = new AtomicBoolean();
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[LONG_BYTES / Integer.BYTES];
            byte[] message = new byte[LONG_BYTES];
            byte[] put = new byte[LONG_BYTES];
            Lapi lapi = Lapi.init(world);
            RemoteAddress[] addresses = lapi.addressInit(lapi.register(put));
            try (Communicator own = world.duplicate();
                    Window window = world.createWindow(memory, Integer.BYTES)) {
                ActiveMessages active = own.activeMessages();
                active.register(_ -> ActiveVector.of(message));
                own.barrier();
                if (world.rank() == 0) {
                    try {
                        accessLong(window);
                        ActiveCounter complete = active.newCounter();
                        active.send(1, 0, null, ActiveVector.of(bytes(1)), ActiveMessages.NO_COUNTER, null, complete);
                        complete.await(1);
                        LapiCounter there = lapi.newCounter();
                        lapi.put(1, LONG_BYTES, addresses[1], bytes(2), null, null, there);
                        lapi.waitcntr(there, 1);
                    } finally {
                        isReached.set(true);
                    }
                } else {
                    while (!isReached.get()) {
                        Thread.onSpinWait();
                    }
                    for (int i = 0; i < memory.length; i++) {
                        assertEquals(3 * i + 1, memory[i]);
                    }
                    assertArrayEquals(bytes(1), message);
                    assertArrayEquals(bytes(2), put);
                }
            }
            lapi.term();
        });
    }

    private static void accessLong(Window window) {
        int[] given = new int[LONG_BYTES / Integer.BYTES];
        Arrays.setAll(given, i -> i);
        int[] seen = new int[given.length];
        window.lock(LockKind.EXCLUSIVE, 1);
        window.put(given, 1, 0);
        window.flush(1);
        window.get(seen, 1, 0);
        assertArrayEquals(given, seen);
        Arrays.setAll(given, i -> 2 * i + 1);
        window.accumulate(given, 1, 0, Operation.SUM);
        window.unlock(1);
    }

    private static byte[] bytes(int seed) {
        byte[] bytes = new byte[LONG_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 10) + seed);
        }
        return bytes;
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
