package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.lapi.ControlFlag;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.ReturnFlag;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** What a header handler of LAPI learns and decides by its return information. */
final class LapiReturnInfoBehaviours {
    /** Data of this length comes with the header by every network module. */
    private static final int SHORT = 48;

    private LapiReturnInfoBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("LapiReturnInfo.aHeaderHandlerReadsShortData", LapiReturnInfoBehaviours::dataInPacket),
                behaviour("LapiReturnInfo.ofSeveralPiecesToo", LapiReturnInfoBehaviours::piecesInPacket),
                behaviour("LapiReturnInfo.buriedDataIsNotWritten", LapiReturnInfoBehaviours::buried),
                behaviour("LapiReturnInfo.completionHandlersRunInline", LapiReturnInfoBehaviours::inline),
                behaviour("LapiReturnInfo.anInlineHandlerMustNotSend", LapiReturnInfoBehaviours::sending),
                behaviour("LapiReturnInfo.anInlineHandlerThatThrowsIsReported", LapiReturnInfoBehaviours::throwing));
    }

    /** What has come, by the header handler if it has seen all, else in the target vector. */
    private static final class Inbox {
        private final AtomicReference<byte[]> seen = new AtomicReference<>();
        private final byte[] written;

        Inbox(int most) {
            written = new byte[most];
        }

        private int register(Lapi lapi) {
            return lapi.registerHandler(message -> {
                MemorySegment data = message.dataInPacket();
                if (data == null) {
                    seen.set(null);
                    return LapiVector.of(written, message.sizeBytes());
                }
                seen.set(data.toArray(ValueLayout.JAVA_BYTE));
                return null;
            });
        }

        private byte[] take(int length) {
            byte[] read = seen.getAndSet(null);
            if (length <= SHORT) {
                assertNotNull(read, "short data is not here: length=" + length);
            }
            return read != null ? read : Arrays.copyOf(written, length);
        }
    }

    private static void dataInPacket(LapiTasks task) {
        Lapi lapi = task.lapi;
        Inbox inbox = new Inbox(3_000_000);
        int handler = inbox.register(lapi);
        for (int length : new int[] {0, 1, 8, SHORT, 300, 1023, 1024, 1025, 5000, 100_000, 3_000_000}) {
            byte[] data = random(length, length);
            byte[] header = new byte[length % 3 * 8];
            exchange(
                    task,
                    inbox,
                    data,
                    () -> lapi.amsend(
                            TARGET,
                            handler,
                            header,
                            header.length,
                            data,
                            length,
                            task.targets[TARGET],
                            null,
                            task.completion));
        }
    }

    /** The origin sends; the target compares what has come. */
    private static void exchange(LapiTasks task, Inbox inbox, byte[] data, Runnable send) {
        if (task.isOrigin()) {
            send.run();
            task.lapi.waitcntr(task.completion, 1);
        } else if (task.isTarget()) {
            task.lapi.waitcntr(task.target, 1);
            assertArrayEquals(data, inbox.take(data.length));
        }
        task.lapi.gfence();
    }

    private static void piecesInPacket(LapiTasks task) {
        Lapi lapi = task.lapi;
        Inbox inbox = new Inbox(6000);
        int handler = inbox.register(lapi);
        for (int piece : new int[] {1, 8, SHORT / 3, 100, 340, 342, 2000}) {
            byte[] memory = random(5 * piece, piece);
            byte[] data = new byte[3 * piece];
            for (int i = 0; i < 3; i++) {
                System.arraycopy(memory, 2 * i * piece, data, i * piece, piece);
            }
            LapiVector pieces = LapiVector.generic(
                    new Object[] {
                        Arrays.copyOfRange(memory, 0, piece),
                        Arrays.copyOfRange(memory, 2 * piece, 3 * piece),
                        Arrays.copyOfRange(memory, 4 * piece, 5 * piece)
                    },
                    new long[] {piece, piece, piece});
            exchange(
                    task,
                    inbox,
                    data,
                    () -> lapi.amsendv(TARGET, handler, null, 0, pieces, task.targets[TARGET], null, task.completion));
        }
    }

    private static void buried(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] written = new byte[200_000];
        AtomicInteger completions = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            message.setControlFlag(ControlFlag.BURY_MSG);
            message.setCompletionHandler((handle, info) -> completions.incrementAndGet(), null);
            return LapiVector.of(written, message.sizeBytes());
        });
        int[] lengths = {8, 200_000};
        for (int length : lengths) {
            if (task.isOrigin()) {
                byte[] data = random(length, 1);
                lapi.amsend(TARGET, handler, null, 0, data, length, task.targets[TARGET], null, task.completion);
                lapi.waitcntr(task.completion, 1);
            }
        }
        if (task.isTarget()) {
            lapi.waitcntr(task.target, lengths.length);
            assertEquals(lengths.length, completions.get());
            assertArrayEquals(new byte[written.length], written);
        }
    }

    /** All send to one; header handlers and inline handlers of a task run one at a time, and see their data whole. */
    private static void inline(LapiTasks task) {
        Lapi lapi = task.lapi;
        int[] lengths = {0, 8, 700, 20_000, 1_000_000};
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger completions = new AtomicInteger();
        AtomicReference<String> wrong = new AtomicReference<>();
        int handler = lapi.registerHandler(message -> {
            if (inside.incrementAndGet() != 1) {
                wrong.set("two handlers run at once");
            }
            byte[] in = new byte[(int) message.sizeBytes()];
            int origin = message.origin();
            message.setReturnFlag(ReturnFlag.LOCAL_STATE);
            message.setCompletionHandler(
                    (handle, info) -> {
                        if (inside.incrementAndGet() != 1) {
                            wrong.set("two handlers run at once");
                        }
                        if (Thread.currentThread().isVirtual()) {
                            wrong.set("not inline");
                        }
                        if (!Arrays.equals(random(in.length, in.length + origin), (byte[]) info)) {
                            wrong.set("data is missing: length=" + in.length);
                        }
                        completions.incrementAndGet();
                        inside.decrementAndGet();
                    },
                    in);
            inside.decrementAndGet();
            return LapiVector.of(in, in.length);
        });
        lapi.gfence();
        for (int length : lengths) {
            byte[] data = random(length, length + task.world.rank());
            lapi.amsend(TARGET, handler, null, 0, data, length, task.targets[TARGET], null, task.completion);
        }
        lapi.waitcntr(task.completion, lengths.length);
        if (task.isTarget()) {
            lapi.waitcntr(task.target, lengths.length * Behaviour.RANKS);
            assertEquals(lengths.length * Behaviour.RANKS, completions.get());
            assertEquals(null, wrong.get());
        }
    }

    private static void sending(LapiTasks task) {
        Lapi lapi = task.lapi;
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        int handler = lapi.registerHandler(message -> {
            int origin = message.origin();
            message.setReturnFlag(ReturnFlag.LOCAL_STATE);
            message.setCompletionHandler(
                    (handle, index) -> {
                        try {
                            handle.amsend(origin, (Integer) index, null, 0, null, 0, null, null, null);
                        } catch (SennitException e) {
                            thrown.set(e);
                        }
                    },
                    1);
            return null;
        });
        if (task.isOrigin()) {
            lapi.amsend(TARGET, handler, null, 0, null, 0, task.targets[TARGET], null, task.completion);
            lapi.waitcntr(task.completion, 1);
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, 1);
            SennitException error = assertInstanceOf(SennitException.class, thrown.get());
            assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
        }
    }

    private static void throwing(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        AtomicBoolean isToThrow = new AtomicBoolean(true);
        int handler = lapi.registerHandler(message -> {
            message.setReturnFlag(ReturnFlag.LOCAL_STATE);
            message.setCompletionHandler(
                    (handle, info) -> {
                        if (isToThrow.getAndSet(false)) {
                            throw new IllegalStateException("meant");
                        }
                    },
                    null);
            return null;
        });
        for (int i = 0; i < 2; i++) { // the second: the gate is free again
            if (task.isOrigin()) {
                lapi.amsend(TARGET, handler, null, 0, null, 0, task.targets[TARGET], null, task.completion);
                lapi.waitcntr(task.completion, 1);
            }
        }
        if (task.isTarget()) {
            lapi.waitcntr(task.target, 2);
            LapiError error = task.nextError();
            assertFalse(isToThrow.get());
            assertEquals(true, error.toString().contains("meant"), error.toString());
        }
    }
}
