package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.LapiTasks.ORIGIN;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.lapi.ArrivingHeader;
import org.sennit.lapi.ControlFlag;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiOperation;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.ReturnFlag;
import org.sennit.lapi.VectorType;
import org.sennit.lapi.XferCommand;
import org.sennit.testkit.Deadlines;

/** Messages that a header handler of LAPI drops come again. */
final class LapiDropBehaviours {
    private static final int CALLS = 4; // of a header handler, before it takes the message at the earliest

    private LapiDropBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("LapiDrop.aDroppedMessageComesAgain", LapiDropBehaviours::again),
                behaviour("LapiDrop.countersMoveWhenItIsTaken", LapiDropBehaviours::counters),
                behaviour("LapiDrop.aLightweightMessageToo", LapiDropBehaviours::lightweight),
                behaviour("LapiDrop.confinedMemoryIsWrittenByItsThread", LapiDropBehaviours::confined),
                behaviour("LapiDrop.memoryThatCannotBeWrittenIsReported", LapiDropBehaviours::readOnly),
                behaviour("LapiDrop.mistakesAfterARetryAreReportedOnce", LapiDropBehaviours::mistakes));
    }

    /** Of each kind of vector and many lengths; header and lengths are the same in each call. */
    private static void again(LapiTasks task) {
        Lapi lapi = task.lapi;
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<String> wrong = new AtomicReference<>();
        for (VectorType type : VectorType.values()) {
            for (int piece : new int[] {0, 1, 100, 30_000, 500_000}) {
                byte[] in = new byte[4 * piece];
                byte[] header = random(16, piece);
                for (ReturnFlag flag : ReturnFlag.values()) {
                    AtomicInteger completions = new AtomicInteger();
                    int handler = lapi.registerHandler(message -> {
                        String mistake = mistake(message, type, piece, header);
                        if (mistake != null) {
                            wrong.set(mistake);
                        }
                        message.setReturnFlag(flag);
                        message.setCompletionHandler((handle, info) -> completions.incrementAndGet(), null);
                        if (calls.incrementAndGet() % CALLS != 0) {
                            message.setControlFlag(ControlFlag.DROP_MSG);
                            return null;
                        }
                        return vector(type, in, piece);
                    });
                    byte[] data = random(4 * piece, piece);
                    if (task.isOrigin()) {
                        lapi.amsendv(
                                TARGET,
                                handler,
                                header,
                                16,
                                vector(type, data, piece),
                                task.targets[TARGET],
                                task.origin,
                                task.completion);
                        lapi.waitcntr(task.origin, 1);
                        Arrays.fill(data, (byte) 1);
                        lapi.waitcntr(task.completion, 1);
                    } else if (task.isTarget()) {
                        lapi.waitcntr(task.target, 1);
                        assertEquals(1, completions.get());
                        assertEquals(null, wrong.get());
                        assertEquals(0, calls.get() % CALLS);
                        assertArrayEquals(written(data, piece), in);
                        Arrays.fill(in, (byte) 0);
                    }
                    lapi.gfence();
                }
            }
        }
    }

    private static String mistake(ArrivingHeader message, VectorType type, int piece, byte[] header) {
        if (message.origin() != ORIGIN || message.type() != type || message.count() != 2) {
            return "origin=" + message.origin() + " type=" + message.type() + " count=" + message.count();
        }
        if (message.lengthBytes(1) != piece || message.sizeBytes() != 2L * piece) {
            return "length=" + message.lengthBytes(1) + " size=" + message.sizeBytes();
        }
        byte[] seen = message.userHeader().toArray(ValueLayout.JAVA_BYTE);
        return Arrays.equals(header, seen) ? null : "header=" + Arrays.toString(seen);
    }

    /** Returns the first and the third quarter of memory. */
    private static LapiVector vector(VectorType type, byte[] memory, int piece) {
        if (type == VectorType.STRIDED) {
            return LapiVector.strided(memory, 2, piece, 2L * piece);
        }
        MemorySegment all = MemorySegment.ofArray(memory);
        Object[] pieces = {all.asSlice(0, piece), all.asSlice(2L * piece, piece)};
        return LapiVector.of(type, 2, pieces, new long[] {piece, piece});
    }

    private static byte[] written(byte[] data, int piece) {
        byte[] wanted = data.clone();
        Arrays.fill(wanted, piece, 2 * piece, (byte) 0);
        Arrays.fill(wanted, 3 * piece, 4 * piece, (byte) 0);
        return wanted;
    }

    private static void counters(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        Semaphore dropped = new Semaphore(0);
        AtomicInteger isOpen = new AtomicInteger();
        byte[] in = new byte[8];
        int handler = lapi.registerHandler(message -> {
            if (isOpen.get() == 0) {
                message.setControlFlag(ControlFlag.DROP_MSG);
                dropped.release();
                return null;
            }
            return LapiVector.of(in, 8);
        });
        byte[] data = random(8, 1);
        if (task.isOrigin()) {
            lapi.amsend(TARGET, handler, null, 0, data, 8, task.targets[TARGET], task.origin, task.completion);
            lapi.waitcntr(task.origin, 1);
            task.world.receive(new byte[0], TARGET, 1);
            task.assertCounters(0, 0, 0);
            task.world.send(new byte[0], TARGET, 2);
            lapi.waitcntr(task.completion, 1);
        } else if (task.isTarget()) {
            assertTrue(dropped.tryAcquire(CALLS, Deadlines.ns(20), TimeUnit.NANOSECONDS));
            task.world.send(new byte[0], ORIGIN, 1);
            task.world.receive(new byte[0], ORIGIN, 2);
            task.assertCounters(0, 0, 0);
            isOpen.set(1);
            lapi.waitcntr(task.target, 1);
            assertArrayEquals(data, in);
        }
        CounterAddress[] later = lapi.addressInit(lapi.newCounter());
        for (CounterAddress each : later) { // the task that was waiting has as many counters as the others
            assertEquals(later[ORIGIN].number(), each.number());
        }
    }

    /** Messages that were dropped, and lightweight ones, which the library copies itself. */
    private static void confined(LapiTasks task) {
        for (ReturnFlag flag : ReturnFlag.values()) {
            try (Arena arena = Arena.ofConfined()) {
                confined(task, flag, arena.allocate(100), arena.allocate(100));
            }
        }
    }

    private static void confined(LapiTasks task, ReturnFlag flag, MemorySegment room, MemorySegment lightRoom) {
        Lapi lapi = task.lapi;
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger completions = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            if (calls.incrementAndGet() < CALLS) {
                message.setControlFlag(ControlFlag.DROP_MSG);
                return null;
            }
            message.setReturnFlag(flag);
            message.setCompletionHandler((handle, info) -> completions.incrementAndGet(), null);
            return LapiVector.of(room, 100);
        });
        int light = lapi.registerHandler(message -> {
            message.setReturnFlag(flag);
            message.setCompletionHandler((handle, info) -> completions.incrementAndGet(), null);
            return LapiVector.of(lightRoom, 100);
        });
        byte[] data = random(100, 1);
        byte[] lightData = random(100, 2);
        if (task.isOrigin()) {
            lapi.amsend(TARGET, handler, null, 0, data, 100, task.targets[TARGET], null, task.completion);
            lapi.xfer(new XferCommand.AmLw(TARGET, light, null, 0, lightData, 100));
            lapi.waitcntr(task.completion, 1);
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, 1);
            while (completions.get() < 2) { // the deadline of the test ends this
                lapi.probe();
            }
            assertArrayEquals(data, room.toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(lightData, lightRoom.toArray(ValueLayout.JAVA_BYTE));
        }
        lapi.gfence();
    }

    private static void lightweight(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        AtomicInteger calls = new AtomicInteger();
        Semaphore taken = new Semaphore(0);
        AtomicReference<byte[]> seen = new AtomicReference<>();
        int handler = lapi.registerHandler(message -> {
            if (calls.incrementAndGet() < CALLS) {
                message.setControlFlag(ControlFlag.DROP_MSG);
            } else {
                seen.set(message.dataInPacket().toArray(ValueLayout.JAVA_BYTE));
                message.setCompletionHandler((handle, info) -> taken.release(), null);
            }
            return null;
        });
        byte[] data = random(100, 1);
        if (task.isOrigin()) {
            lapi.xfer(new XferCommand.AmLw(TARGET, handler, null, 0, data, 100));
        } else if (task.isTarget()) {
            assertTrue(taken.tryAcquire(Deadlines.ns(20), TimeUnit.NANOSECONDS));
            assertNotNull(seen.get());
            assertArrayEquals(data, seen.get());
            assertEquals(CALLS, calls.get());
        }
    }

    /** By the kind of the operation, once. */
    private static void readOnly(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        AtomicInteger calls = new AtomicInteger();
        LapiVector room =
                LapiVector.generic(MemorySegment.ofArray(new byte[100]).asReadOnly());
        int handler = lapi.registerHandler(message -> {
            if (calls.incrementAndGet() < CALLS) {
                message.setControlFlag(ControlFlag.DROP_MSG);
            }
            return room;
        });
        int light = lapi.registerHandler(message -> room);
        if (task.isOrigin()) {
            lapi.amsend(TARGET, handler, null, 0, new byte[100], 100, task.targets[TARGET], null, task.completion);
            lapi.waitcntr(task.completion, 1);
            lapi.xfer(new XferCommand.AmLw(TARGET, light, null, 0, new byte[100], 100));
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, 1);
            for (LapiOperation operation : List.of(LapiOperation.AMSEND, LapiOperation.AM_LW)) {
                LapiError error = task.nextError();
                assertEquals(LapiStatus.TGT_VEC_ADDR, error.status());
                assertEquals(operation, error.operation());
            }
        }
    }

    private static void mistakes(LapiTasks task) throws Exception {
        mistakes(task, () -> {
            throw new IllegalStateException("meant");
        });
        mistakes(task, () -> {
            throw new StackOverflowError("meant");
        });
    }

    private static void mistakes(LapiTasks task, Runnable failing) throws Exception {
        Lapi lapi = task.lapi;
        AtomicInteger calls = new AtomicInteger();
        byte[] in = new byte[300];
        Map<LapiStatus, LapiVector> wrong = Map.of(
                LapiStatus.VEC_TYPE_DIFF, LapiVector.strided(in, 1, 300, 300),
                LapiStatus.TGT_VEC_ADDR, LapiVector.generic(new Object[] {null}, new long[] {300}),
                LapiStatus.HANDLER_FAILED, LapiVector.of(in, 300));
        for (LapiStatus status : wrong.keySet().stream().sorted().toList()) {
            int handler = lapi.registerHandler(message -> {
                if (calls.incrementAndGet() % CALLS != 0) {
                    message.setControlFlag(ControlFlag.DROP_MSG);
                    return null;
                }
                if (status == LapiStatus.HANDLER_FAILED) {
                    failing.run();
                }
                return wrong.get(status);
            });
            if (task.isOrigin()) {
                lapi.amsend(TARGET, handler, null, 0, in, 300, task.targets[TARGET], null, task.completion);
                lapi.waitcntr(task.completion, 1);
            } else if (task.isTarget()) {
                lapi.waitcntr(task.target, 1);
                assertEquals(status, task.nextError().status());
                assertEquals(null, task.errors.poll(), "reported twice");
            }
        }
    }
}
