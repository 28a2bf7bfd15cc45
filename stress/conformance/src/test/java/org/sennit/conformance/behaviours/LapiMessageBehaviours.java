package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.LapiTasks.ORIGIN;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.HeaderHandler;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiOperation;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;

/** Active messages of LAPI: handlers and counters. */
final class LapiMessageBehaviours {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private LapiMessageBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("115 countersFollowTheCompletionHandler", LapiMessageBehaviours::counterOrder),
                behaviour("116 anyCounterMayBeNull", LapiMessageBehaviours::nullCounters),
                behaviour("122 aHandlerThatReturnsNullDropsTheData", LapiMessageBehaviours::nullVector),
                behaviour("123 withoutACompletionHandlerCountersFollowTheData", LapiMessageBehaviours::noCompletion),
                behaviour("124 aHandlerThatThrowsIsReported", LapiMessageBehaviours::throwing),
                behaviour("125 theOriginMayChangeAllWhenItsCounterMoves", LapiMessageBehaviours::originReuse),
                behaviour("126 theTargetMayChangeItsVectorAndThenItsMemory", LapiMessageBehaviours::targetReuse),
                behaviour("127 completionHandlersSendOn", task -> pingPong(task, 1000)),
                behaviour("128 aTaskSendsToItself", LapiMessageBehaviours::self),
                behaviour("129 messagesOfAnyOrderArriveOnce", LapiMessageBehaviours::anyOrder));
    }

    private static byte[] header(long number) {
        byte[] header = new byte[Long.BYTES];
        MemorySegment.ofArray(header).set(LONG, 0, number);
        return header;
    }

    private static void counterOrder(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean hasReturned = new AtomicBoolean();
        byte[] in = new byte[8];
        int handler = lapi.registerHandler(message -> {
            message.setCompletionHandler(
                    (handle, latch) -> {
                        awaitLatch((CountDownLatch) latch);
                        hasReturned.set(true);
                    },
                    release);
            return LapiVector.of(in, 8);
        });
        if (task.isOrigin()) {
            lapi.amsendv(
                    TARGET,
                    handler,
                    null,
                    0,
                    LapiVector.of(header(7), 8),
                    task.targets[TARGET],
                    task.origin,
                    task.completion);
            assertEquals(0, lapi.waitcntr(task.origin, 1));
            assertEquals(0, lapi.getcntr(task.completion));
            task.world.send(new byte[0], TARGET, 1);
            assertEquals(0, lapi.waitcntr(task.completion, 1));
        } else if (task.isTarget()) {
            task.world.receive(new byte[0], ORIGIN, 1);
            assertEquals(0, lapi.getcntr(task.target));
            release.countDown();
            assertEquals(0, lapi.waitcntr(task.target, 1));
            assertTrue(hasReturned.get());
            assertArrayEquals(header(7), in);
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void nullCounters(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] in = new byte[1];
        int handler = lapi.registerHandler(message -> LapiVector.of(in, 1));
        for (int given = 0; given < 8; given++) {
            boolean hasTarget = (given & 1) != 0;
            boolean hasOrigin = (given & 2) != 0;
            boolean hasCompletion = (given & 4) != 0;
            if (task.isOrigin()) {
                lapi.amsend(
                        TARGET,
                        handler,
                        null,
                        0,
                        new byte[] {(byte) (given + 1)},
                        1,
                        hasTarget ? task.targets[TARGET] : null,
                        hasOrigin ? task.origin : null,
                        hasCompletion ? task.completion : null);
                lapi.waitcntr(task.origin, hasOrigin ? 1 : 0);
                lapi.waitcntr(task.completion, hasCompletion ? 1 : 0);
            }
            lapi.gfence();
            if (task.isTarget()) {
                lapi.waitcntr(task.target, hasTarget ? 1 : 0);
                assertEquals(given + 1, in[0]);
            }
            task.assertCounters(0, 0, 0);
            lapi.gfence();
        }
    }

    private static void nullVector(LapiTasks task) {
        Lapi lapi = task.lapi;
        AtomicInteger completions = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            message.setCompletionHandler((handle, info) -> completions.addAndGet((Integer) info), 1);
            return null;
        });
        int[] lengths = {0, 8, 300, 100_000, 3_000_000};
        for (int length : lengths) {
            if (task.isOrigin()) {
                lapi.amsend(
                        TARGET,
                        handler,
                        null,
                        0,
                        new byte[length],
                        length,
                        task.targets[TARGET],
                        task.origin,
                        task.completion);
                lapi.waitcntr(task.origin, 1);
                lapi.waitcntr(task.completion, 1);
            }
        }
        if (task.isTarget()) {
            lapi.waitcntr(task.target, lengths.length);
            assertEquals(lengths.length, completions.get());
        }
    }

    private static void noCompletion(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] in = new byte[200_000];
        int handler = lapi.registerHandler(message -> LapiVector.of(in, message.sizeBytes()));
        for (int length : new int[] {1, 4096, 200_000}) {
            byte[] data = random(length, length);
            if (task.isOrigin()) {
                lapi.amsend(TARGET, handler, null, 0, data, length, task.targets[TARGET], null, task.completion);
                lapi.waitcntr(task.completion, 1);
            } else if (task.isTarget()) {
                lapi.waitcntr(task.target, 1);
                assertArrayEquals(data, Arrays.copyOf(in, length));
            }
            lapi.gfence();
        }
    }

    private static void throwing(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        byte[] in = new byte[3_000_000];
        int bad = lapi.registerHandler(message -> {
            throw new IllegalStateException("header of " + message.origin());
        });
        int badLater = lapi.registerHandler(message -> {
            message.setCompletionHandler(
                    (handle, info) -> {
                        throw new IllegalStateException("completion");
                    },
                    null);
            return LapiVector.of(in, message.sizeBytes());
        });
        int good = lapi.registerHandler(message -> LapiVector.of(in, message.sizeBytes()));
        for (int length : new int[] {8, 300, 70_000, 3_000_000}) { // one packet, and many
            byte[] data = random(length, length);
            if (task.isOrigin()) {
                for (int handler : new int[] {bad, badLater, good}) {
                    lapi.amsend(
                            TARGET, handler, null, 0, data, length, task.targets[TARGET], task.origin, task.completion);
                }
                assertEquals(0, lapi.waitcntr(task.origin, 3));
                assertEquals(0, lapi.waitcntr(task.completion, 3));
            } else if (task.isTarget()) {
                assertEquals(0, lapi.waitcntr(task.target, 3));
                List<String> causes = List.of(causeOf(task), causeOf(task));
                assertTrue(causes.contains("header of 0") && causes.contains("completion"), causes::toString);
                assertArrayEquals(data, Arrays.copyOf(in, length));
            }
            lapi.gfence();
        }
    }

    private static String causeOf(LapiTasks task) throws InterruptedException {
        LapiError error = task.nextError();
        assertEquals(LapiStatus.HANDLER_FAILED, error.status());
        assertEquals(LapiOperation.AMSEND, error.operation());
        assertEquals(ORIGIN, error.origin());
        return error.cause().getMessage();
    }

    private static void originReuse(LapiTasks task) {
        Lapi lapi = task.lapi;
        int[] lengths = {8, 300, 5000, 70_000, 1_500_000};
        byte[][] in = new byte[lengths.length][];
        int handler = lapi.registerHandler(message -> {
            int number = (int) message.userHeader().get(LONG, 0);
            in[number] = new byte[(int) message.sizeBytes()];
            return LapiVector.generic(MemorySegment.ofArray(in[number]));
        });
        for (int i = 0; i < lengths.length; i++) {
            if (task.isOrigin()) {
                byte[] header = header(i);
                byte[] data = random(lengths[i], i);
                Object[] addresses = {data};
                long[] bytes = {lengths[i]};
                lapi.amsendv(
                        TARGET,
                        handler,
                        header,
                        8,
                        LapiVector.generic(addresses, bytes),
                        task.targets[TARGET],
                        task.origin,
                        null);
                lapi.waitcntr(task.origin, 1);
                Arrays.fill(data, (byte) 1);
                Arrays.fill(header, (byte) 1);
                addresses[0] = null;
                bytes[0] = -1;
            }
        }
        if (task.isTarget()) {
            lapi.waitcntr(task.target, lengths.length); // in any order
            for (int i = 0; i < lengths.length; i++) {
                assertArrayEquals(random(lengths[i], i), in[i]);
            }
        }
    }

    /** The handler describes each target vector by the same arrays. */
    private static void targetReuse(LapiTasks task) {
        Lapi lapi = task.lapi;
        int messages = 8;
        int length = 100_000;
        byte[][] in = new byte[messages][length];
        Object[] addresses = {null};
        long[] lengths = {0};
        int handler = lapi.registerHandler(message -> {
            addresses[0] = in[(int) message.userHeader().get(LONG, 0)];
            lengths[0] = message.sizeBytes();
            return LapiVector.generic(addresses, lengths);
        });
        for (int round = 0; round < 2; round++) {
            if (task.isOrigin()) {
                for (int i = 0; i < messages; i++) {
                    int bytes = length - i;
                    lapi.amsend(
                            TARGET,
                            handler,
                            header(i),
                            8,
                            random(length, i + round),
                            bytes,
                            task.targets[TARGET],
                            null,
                            task.completion);
                }
                lapi.waitcntr(task.completion, messages);
            } else if (task.isTarget()) {
                lapi.waitcntr(task.target, messages);
                for (int i = 0; i < messages; i++) {
                    byte[] wanted = random(length, i + round);
                    Arrays.fill(wanted, length - i, length, (byte) 0);
                    assertArrayEquals(wanted, in[i]);
                    Arrays.fill(in[i], (byte) 0);
                }
            }
            lapi.gfence();
        }
    }

    static void pingPong(LapiTasks task, int depth) {
        Lapi lapi = task.lapi;
        int peer = TARGET - task.world.rank();
        LapiCounter ended = lapi.newCounter();
        int index = 77;
        lapi.addrSet(
                message -> {
                    long left = message.userHeader().get(LONG, 0);
                    message.setCompletionHandler(
                            (handle, info) -> {
                                if (left > 0) {
                                    handle.amsend(peer, index, header(left - 1), 8, null, 0, null, null, null);
                                }
                                if (left < 2) {
                                    handle.setcntr(ended, 1);
                                }
                            },
                            null);
                    return null;
                },
                index);
        lapi.gfence();
        if (task.isOrigin()) {
            lapi.amsend(TARGET, index, header(depth), 8, null, 0, null, null, null);
        }
        if (task.isOrigin() || task.isTarget()) {
            assertEquals(0, lapi.waitcntr(ended, 1));
        }
    }

    private static void self(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        AtomicInteger completions = new AtomicInteger();
        byte[] in = new byte[100_000];
        HeaderHandler own = message -> {
            assertEquals(me, message.origin());
            message.setCompletionHandler((handle, info) -> completions.incrementAndGet(), null);
            return LapiVector.of(in, message.sizeBytes());
        };
        lapi.addrSet(own, 5);
        assertEquals(own, lapi.addrGet(5));
        CounterAddress mine = task.target.address();
        for (int length : new int[] {0, 8, 300, 100_000}) {
            byte[] data = random(length, length);
            lapi.amsend(me, 5, null, 0, data, length, mine, task.origin, task.completion);
            lapi.waitcntr(task.origin, 1);
            lapi.waitcntr(task.completion, 1);
            lapi.waitcntr(task.target, 1);
            assertArrayEquals(data, Arrays.copyOf(in, length));
        }
        assertEquals(4, completions.get());
    }

    private static void anyOrder(LapiTasks task) {
        Lapi lapi = task.lapi;
        int messages = 200;
        AtomicIntegerArray arrivals = new AtomicIntegerArray(messages);
        byte[][] in = new byte[messages][];
        int handler = lapi.registerHandler(message -> {
            int number = (int) message.userHeader().get(LONG, 0);
            byte[] memory = new byte[(int) message.sizeBytes()];
            in[number] = memory;
            message.setCompletionHandler((handle, info) -> arrivals.incrementAndGet(number), null);
            return LapiVector.generic(MemorySegment.ofArray(memory));
        });
        if (task.isOrigin()) {
            for (int i = 0; i < messages; i++) {
                byte[] data = random(length(i), i);
                lapi.amsend(
                        TARGET,
                        handler,
                        header(i),
                        8,
                        data,
                        data.length,
                        task.targets[TARGET],
                        task.origin,
                        task.completion);
            }
            lapi.waitcntr(task.origin, messages);
            lapi.waitcntr(task.completion, messages);
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, messages);
            for (int i = 0; i < messages; i++) {
                assertEquals(1, arrivals.get(i));
                assertArrayEquals(random(length(i), i), in[i]);
            }
        }
        task.assertCounters(0, 0, 0);
    }

    private static int length(int message) {
        int[] lengths = {0, 8, 4000, 17, 90_000, 256, 20_000};
        return lengths[message % lengths.length];
    }
}
