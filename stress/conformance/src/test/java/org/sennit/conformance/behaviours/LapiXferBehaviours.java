package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.LapiTasks.ORIGIN;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;
import static org.sennit.conformance.behaviours.LapiTasks.refused;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.lapi.ControlFlag;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.GatherScatterProgram;
import org.sennit.lapi.HeaderHandler;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiOperation;
import org.sennit.lapi.LapiQuery;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.ReturnFlag;
import org.sennit.lapi.XferCommand;
import org.sennit.testkit.Deadlines;

/** Lightweight active messages and multicasts of LAPI, and completion handlers that reply. */
final class LapiXferBehaviours {
    private static final int COLUMNS = 5;

    private LapiXferBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("LapiXfer.aLightweightMessageComesWhole", LapiXferBehaviours::lightweight),
                behaviour("LapiXfer.aLightweightMessageIsWrittenAndCompleted", LapiXferBehaviours::written),
                behaviour("LapiXfer.mistakesInLightweightMessagesAreTold", LapiXferBehaviours::lightweightMistakes),
                behaviour("LapiXfer.aMulticastReachesAllItsTargets", LapiXferBehaviours::multicast),
                behaviour("LapiXfer.aMulticastWithAMistakeSendsNothing", LapiXferBehaviours::multicastMistakes),
                behaviour("LapiXfer.aHandlerThatRepliesSendsToItsOriginAlone", LapiXferBehaviours::replying),
                behaviour("LapiXfer.programsGatherAndScatter", LapiXferBehaviours::programs),
                behaviour("151 anErrorNamesTheOperationThatItIsOf", LapiXferBehaviours::operations));
    }

    /** What a header handler has seen of a message. */
    private record Seen(int origin, byte[] header, int count, long size, byte[] data) {}

    private static void lightweight(LapiTasks task) {
        Lapi lapi = task.lapi;
        int most = (int) lapi.qenv(LapiQuery.MAX_PKT_SZ);
        ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
        int handler = lapi.registerHandler(message -> {
            assertNotNull(message.dataInPacket());
            seen.add(new Seen(
                    message.origin(),
                    message.userHeader().toArray(ValueLayout.JAVA_BYTE),
                    message.count(),
                    message.sizeBytes(),
                    message.dataInPacket().toArray(ValueLayout.JAVA_BYTE)));
            return null;
        });
        int[][] lengths = {{0, 0}, {8, 0}, {0, 1}, {16, 300}, {0, most}, {8, most - 8}, {1024, 1000}};
        for (int[] pair : lengths) {
            byte[] header = random(pair[0], 1);
            byte[] data = random(pair[1], 2);
            if (task.isOrigin()) {
                lapi.xfer(new XferCommand.AmLw(TARGET, handler, header, pair[0], data, pair[1]));
                Arrays.fill(header, (byte) 1);
                Arrays.fill(data, (byte) 1);
            }
            lapi.gfence();
            if (task.isTarget()) {
                Seen message = seen.poll();
                assertNotNull(message);
                assertEquals(ORIGIN, message.origin);
                assertArrayEquals(header, message.header);
                assertArrayEquals(data, message.data);
                assertEquals(data.length, message.size);
                assertEquals(data.length == 0 ? 0 : 1, message.count);
            }
        }
    }

    /** As for other messages, the handler may name a vector, also a shorter one, and a completion handler. */
    private static void written(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        byte[] in = new byte[100];
        CountDownLatch completed = new CountDownLatch(1);
        AtomicReference<byte[]> found = new AtomicReference<>();
        int handler = lapi.registerHandler(message -> {
            message.setCompletionHandler(
                    (handle, info) -> {
                        found.set(((byte[]) info).clone());
                        completed.countDown();
                    },
                    in);
            return LapiVector.generic(new Object[] {in}, new long[] {60});
        });
        byte[] data = random(100, 3);
        if (task.isOrigin()) {
            lapi.xfer(new XferCommand.AmLw(TARGET, handler, null, 0, data, 100));
        } else if (task.isTarget()) {
            assertTrue(completed.await(Deadlines.ns(20), TimeUnit.NANOSECONDS));
            assertArrayEquals(Arrays.copyOf(Arrays.copyOf(data, 60), 100), found.get());
        }
    }

    private static void lightweightMistakes(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        int most = (int) lapi.qenv(LapiQuery.MAX_PKT_SZ);
        AtomicInteger calls = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            calls.incrementAndGet();
            return null;
        });
        int throwing = lapi.registerHandler(message -> {
            throw new IllegalStateException("meant");
        });
        int strided = lapi.registerHandler(message -> LapiVector.strided(new byte[8], 1, 8, 8));
        byte[] data = new byte[most + 8];
        refused(LapiStatus.TGT, () -> lapi.xfer(new XferCommand.AmLw(9, 0, null, 8, null, 1)));
        refused(LapiStatus.HDR_HNDLR_NULL, () -> lapi.xfer(new XferCommand.AmLw(TARGET, 0, null, 8, null, 1)));
        refused(LapiStatus.UHDR_NULL, () -> lapi.xfer(new XferCommand.AmLw(TARGET, handler, null, 8, null, 1)));
        refused(LapiStatus.HDR_LEN, () -> lapi.xfer(new XferCommand.AmLw(TARGET, handler, data, 12, null, 1)));
        refused(LapiStatus.UHDR_LEN, () -> lapi.xfer(new XferCommand.AmLw(TARGET, handler, data, -8, null, 1)));
        refused(LapiStatus.ORG_ADDR_NULL, () -> lapi.xfer(new XferCommand.AmLw(TARGET, handler, null, 0, null, 1)));
        refused(LapiStatus.DATA_LEN, () -> lapi.xfer(new XferCommand.AmLw(TARGET, handler, null, 0, data, most + 1)));
        refused(LapiStatus.DATA_LEN, () -> lapi.xfer(new XferCommand.AmLw(TARGET, handler, data, 8, data, most - 7)));
        if (task.isOrigin()) {
            for (int index : new int[] {999, throwing, strided}) {
                lapi.xfer(new XferCommand.AmLw(TARGET, index, null, 0, data, 8));
                task.world.receive(new byte[0], TARGET, 1);
            }
        } else if (task.isTarget()) {
            for (LapiStatus status :
                    List.of(LapiStatus.HDR_HNDLR_NULL, LapiStatus.HANDLER_FAILED, LapiStatus.VEC_TYPE_DIFF)) {
                LapiError error = task.nextError();
                assertEquals(status, error.status());
                assertEquals(LapiOperation.AM_LW, error.operation());
                assertEquals(ORIGIN, error.origin());
                task.world.send(new byte[0], ORIGIN, 1);
            }
        }
        lapi.gfence();
        assertEquals(0, calls.get());
    }

    private static void multicast(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        byte[] in = new byte[200_000];
        int handler = lapi.registerHandler(message -> LapiVector.of(in, message.sizeBytes()));
        for (int length : new int[] {0, 8, 300, 200_000}) {
            int[] targets = {2, ORIGIN, TARGET, 1};
            if (task.isOrigin()) {
                CountDownLatch sent = new CountDownLatch(1);
                AtomicInteger calls = new AtomicInteger();
                byte[] data = random(length, length);
                lapi.xfer(new XferCommand.Multicast(
                        targets,
                        handler,
                        new byte[8],
                        8,
                        data,
                        length,
                        () -> {
                            calls.incrementAndGet();
                            sent.countDown();
                        },
                        task.targets,
                        task.completion));
                assertTrue(sent.await(Deadlines.ns(20), TimeUnit.NANOSECONDS));
                Arrays.fill(data, (byte) 1);
                lapi.waitcntr(task.completion, targets.length);
                assertEquals(1, calls.get());
            }
            lapi.waitcntr(task.target, 1);
            assertArrayEquals(random(length, length), Arrays.copyOf(in, length));
            lapi.gfence();
        }
        task.assertCounters(0, 0, 0);
    }

    private static void multicastMistakes(LapiTasks task) {
        Lapi lapi = task.lapi;
        AtomicInteger calls = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            calls.incrementAndGet();
            return null;
        });
        CounterAddress[] few = Arrays.copyOf(task.targets, 3);
        CounterAddress[] wrong = {task.targets[1], task.targets[0], null, null};
        refused(LapiStatus.TGT, () -> lapi.xfer(command(null, handler, null)));
        refused(LapiStatus.TGT, () -> lapi.xfer(command(new int[] {1, 4}, handler, null)));
        refused(LapiStatus.HDR_HNDLR_NULL, () -> lapi.xfer(command(new int[] {1}, 0, few)));
        refused(LapiStatus.ADDR_TBL_NULL, () -> lapi.xfer(command(new int[] {1}, handler, few)));
        refused(LapiStatus.CNTR_VAL, () -> lapi.xfer(command(new int[] {2, 1}, handler, wrong)));
        lapi.purgeTotask(TARGET);
        refused(LapiStatus.TGT_PURGED, () -> lapi.xfer(command(new int[] {1, TARGET}, handler, null)));
        lapi.resumeTotask(TARGET);
        lapi.gfence();
        assertEquals(0, calls.get());
        AtomicInteger sent = new AtomicInteger();
        lapi.xfer(new XferCommand.Multicast(
                new int[0], handler, null, 0, null, 0, sent::incrementAndGet, null, task.completion));
        assertEquals(1, sent.get());
        task.assertCounters(0, 0, 0);
    }

    private static XferCommand command(int[] targets, int handler, CounterAddress[] counters) {
        return new XferCommand.Multicast(targets, handler, null, 0, null, 0, null, counters, null);
    }

    private static void replying(LapiTasks task) {
        Lapi lapi = task.lapi;
        AtomicReference<LapiException> refused = new AtomicReference<>();
        int answered = lapi.registerHandler(message -> null);
        for (ReturnFlag flag : ReturnFlag.values()) {
            int handler = lapi.registerHandler(message -> {
                message.setReturnFlag(flag);
                message.setCompletionHandler(
                        (handle, info) -> {
                            if (flag == ReturnFlag.LOCAL_STATE) {
                                return; // must not send at all
                            }
                            refused.set(null);
                            try {
                                handle.amsend(1, answered, null, 0, null, 0, null, null, null);
                            } catch (LapiException e) {
                                refused.set(e);
                            }
                            CounterAddress[] counters = (CounterAddress[]) info;
                            handle.amsend(ORIGIN, answered, null, 0, null, 0, counters[ORIGIN], null, null);
                        },
                        task.targets);
                return null;
            });
            if (task.isOrigin()) {
                lapi.amsend(TARGET, handler, null, 0, null, 0, null, null, task.completion);
                lapi.waitcntr(task.completion, 1);
                lapi.waitcntr(task.target, flag == ReturnFlag.LOCAL_STATE ? 0 : 1);
            }
            lapi.gfence();
            if (task.isTarget()) {
                LapiStatus status = refused.get() == null ? null : refused.get().status();
                assertEquals(flag == ReturnFlag.SEND_REPLY ? LapiStatus.INVALID_SEND_REPLY_TGT : null, status);
            }
        }
    }

    /** Two columns of a matrix, gathered in one order, become columns of another one, in the other order. */
    private static void programs(LapiTasks task) {
        Lapi lapi = task.lapi;
        GatherScatterProgram column =
                GatherScatterProgram.builder().copy(Integer.BYTES, 0).build(COLUMNS * Integer.BYTES);
        for (int rows : new int[] {1, 7, 1000}) {
            GatherScatterProgram both = GatherScatterProgram.builder()
                    .run(rows, 3 * Integer.BYTES, column)
                    .run(rows, Integer.BYTES, column)
                    .build(0);
            GatherScatterProgram rowByRow = GatherScatterProgram.builder()
                    .copy(Integer.BYTES, 2 * Integer.BYTES)
                    .copy(0, 99)
                    .copy(Integer.BYTES, 0)
                    .build(COLUMNS * Integer.BYTES);
            int[] in = new int[rows * COLUMNS];
            int handler = lapi.registerHandler(message -> rowByRow.on(in, message.sizeBytes()));
            int[] matrix = new int[rows * COLUMNS];
            Arrays.setAll(matrix, i -> i + 1);
            int bytes = (2 * rows - 1) * Integer.BYTES; // but for the last element
            if (task.isOrigin()) {
                lapi.xfer(new XferCommand.Dgsp(
                        TARGET, handler, null, 0, both, matrix, bytes, null, task.targets[TARGET], task.completion));
                lapi.waitcntr(task.completion, 1);
            } else if (task.isTarget()) {
                lapi.waitcntr(task.target, 1);
                int[] wanted = new int[rows * COLUMNS];
                for (int i = 0; i < 2 * rows - 1; i++) {
                    int from = i < rows ? COLUMNS * i + 3 : COLUMNS * (i - rows) + 1;
                    wanted[COLUMNS * (i / 2) + (i % 2 == 0 ? 2 : 0)] = matrix[from];
                }
                assertArrayEquals(wanted, in);
            }
            lapi.gfence();
            assertEquals(2L * rows * Integer.BYTES, both.sizeBytes());
            refused(LapiStatus.DATA_LEN, () -> rowByRow.on(in, 2L * rows * Integer.BYTES + 1));
            refused(LapiStatus.DATA_LEN, () -> rowByRow.on(in, -1));
        }
        GatherScatterProgram nothing = GatherScatterProgram.builder().build(8);
        assertEquals(0, nothing.on(null, 0).count());
        refused(LapiStatus.DATA_LEN, () -> nothing.on(new byte[1], 1));
        refused(LapiStatus.ORG_ADDR_NULL, () -> column.on(null, 4));
        refused(LapiStatus.DATA_LEN, () -> GatherScatterProgram.builder().copy(-1, 0));
        refused(
                LapiStatus.ORG_VEC_NULL,
                () -> lapi.xfer(new XferCommand.Dgsp(TARGET, 1, null, 0, null, null, 0, null, null, null)));
    }

    /** What only the target sees is reported as the operation that has sent it, for each way to go wrong. */
    private static void operations(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        int throwing = lapi.registerHandler(message -> {
            throw new IllegalStateException("meant");
        });
        int strided = lapi.registerHandler(message -> LapiVector.strided(new byte[8], 1, 8, 8));
        boolean[] isKnown = new boolean[4];
        int dropping = (int) lapi.qenv(LapiQuery.LOC_ADDRTBL_SZ) - 1; // the largest index
        HeaderHandler drops = message -> {
            int kind = message.userHeader().get(ValueLayout.JAVA_BYTE, 0);
            if (isKnown[kind]) {
                throw new IllegalStateException("meant");
            }
            isKnown[kind] = true;
            message.setControlFlag(ControlFlag.DROP_MSG);
            return null;
        };
        lapi.addrSet(drops, dropping);
        assertEquals(1, throwing); // the smallest one
        Map<Integer, LapiStatus> wanted = Map.of(
                999,
                LapiStatus.HDR_HNDLR_NULL,
                throwing,
                LapiStatus.HANDLER_FAILED,
                strided,
                LapiStatus.VEC_TYPE_DIFF,
                dropping,
                LapiStatus.HANDLER_FAILED);
        List<LapiOperation> operations =
                List.of(LapiOperation.AMSEND, LapiOperation.AMSENDV, LapiOperation.MULTICAST, LapiOperation.DGSP);
        for (int handler : wanted.keySet().stream().sorted().toList()) {
            for (int length : new int[] {8, 200_000}) {
                if (task.isOrigin()) {
                    byte[] data = new byte[length];
                    for (LapiOperation operation : operations) {
                        byte[] header = {(byte) operations.indexOf(operation), 0, 0, 0, 0, 0, 0, 0};
                        send(task, operation, handler, header, data);
                    }
                    lapi.waitcntr(task.completion, operations.size());
                } else if (task.isTarget()) {
                    List<LapiOperation> seen = new ArrayList<>();
                    for (int i = 0; i < operations.size(); i++) {
                        LapiError error = task.nextError();
                        assertEquals(wanted.get(handler), error.status());
                        assertEquals(ORIGIN, error.origin());
                        boolean isNamed = error.details().startsWith("index=" + handler + " ");
                        assertEquals(error.status() != LapiStatus.VEC_TYPE_DIFF, isNamed, error.details());
                        seen.add(error.operation());
                    }
                    seen.sort(null);
                    assertEquals(operations, seen);
                }
                lapi.gfence();
                Arrays.fill(isKnown, false);
                lapi.gfence();
            }
        }
    }

    private static void send(LapiTasks task, LapiOperation operation, int handler, byte[] header, byte[] data) {
        Lapi lapi = task.lapi;
        long bytes = data.length;
        switch (operation) {
            case AMSEND -> lapi.amsend(TARGET, handler, header, 8, data, bytes, null, null, task.completion);
            case AMSENDV -> {
                LapiVector origin = LapiVector.of(data, bytes);
                lapi.amsendv(TARGET, handler, header, 8, origin, null, null, task.completion);
            }
            case MULTICAST ->
                lapi.xfer(new XferCommand.Multicast(
                        new int[] {TARGET}, handler, header, 8, data, bytes, null, null, task.completion));
            case DGSP -> {
                GatherScatterProgram all =
                        GatherScatterProgram.builder().copy(data.length, 0).build(0);
                lapi.xfer(new XferCommand.Dgsp(
                        TARGET, handler, header, 8, all, data, bytes, null, null, task.completion));
            }
            default -> throw new AssertionError(operation);
        }
    }
}
