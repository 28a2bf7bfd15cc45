package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.LapiTasks.ORIGIN;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;
import static org.sennit.conformance.behaviours.LapiTasks.refused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiOperation;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.RdmaDirection;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.XferCommand;
import org.sennit.testkit.Deadlines;

/** Put and get between registered memories by commands of LAPI. */
final class LapiRdmaBehaviours {
    private static final int ROOM = 3_000_016;

    private LapiRdmaBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("149 putsAndGetsOfAnySize", LapiRdmaBehaviours::sizes),
                behaviour("149 withoutCountersAFenceFollowsTheData", LapiRdmaBehaviours::fenced),
                behaviour("149 mistakesSendNothing", LapiRdmaBehaviours::mistakes),
                behaviour("151 errorsOfCommands", LapiRdmaBehaviours::targetErrors));
    }

    private static XferCommand rdma(
            RdmaDirection direction, int target, long bytes, RemoteAddress remote, RemoteAddress local) {
        return new XferCommand.Rdma(direction, target, bytes, remote, local, null, null, null);
    }

    /** Between an array and memory off the heap, at odd offsets. */
    private static void sizes(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        byte[] array = new byte[ROOM];
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(ROOM, Long.BYTES);
            RemoteAddress[] arrays = lapi.addressInit(lapi.register(array));
            RemoteAddress[] segments = lapi.addressInit(lapi.register(segment));
            for (int length : new int[] {0, 1, 8, 300, 70_000, 3_000_000}) {
                byte[] data = random(length, length);
                if (task.isOrigin()) {
                    System.arraycopy(data, 0, array, 5, length);
                    move(task, RdmaDirection.PUT, length, segments[TARGET].plus(3), arrays[ORIGIN].plus(5));
                    task.world.send(new byte[0], TARGET, 1);
                    move(task, RdmaDirection.GET, length, segments[TARGET].plus(3), arrays[ORIGIN].plus(11));
                    assertArrayEquals(data, Arrays.copyOfRange(array, 11, 11 + length));
                } else if (task.isTarget()) {
                    lapi.waitcntr(task.target, 1);
                    byte[] arrived = segment.asSlice(3, length).toArray(ValueLayout.JAVA_BYTE);
                    assertArrayEquals(data, arrived);
                    task.world.receive(new byte[0], ORIGIN, 1);
                    lapi.waitcntr(task.target, 1);
                }
                lapi.gfence();
            }
            task.assertCounters(0, 0, 0);
            lapi.unregister(segments[task.world.rank()]);
            lapi.gfence();
        }
    }

    /** Moves bytes, and waits for the callback and for the completion counter. */
    private static void move(
            LapiTasks task, RdmaDirection direction, int length, RemoteAddress remote, RemoteAddress local)
            throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Runnable completion = () -> {
            calls.incrementAndGet();
            ended.countDown();
        };
        XferCommand command = new XferCommand.Rdma(
                direction, TARGET, length, remote, local, completion, task.targets[TARGET], task.completion);
        assertEquals(LapiOperation.RDMA, command.operation());
        task.lapi.xfer(command);
        task.lapi.waitcntr(task.completion, 1);
        assertTrue(ended.await(Deadlines.ns(20), TimeUnit.NANOSECONDS));
        assertEquals(1, calls.get());
    }

    /** All tasks put to their neighbors, and get it back. */
    private static void fenced(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        int tasks = task.world.size();
        int length = 20_000;
        byte[] out = new byte[length];
        byte[] in = new byte[length];
        byte[] back = new byte[length];
        RemoteAddress from = lapi.register(out);
        RemoteAddress[] to = lapi.addressInit(lapi.register(in));
        RemoteAddress returned = lapi.register(back);
        int next = (me + 1) % tasks;
        for (int round = 0; round < 20; round++) {
            System.arraycopy(random(length, 100L * round + me), 0, out, 0, length);
            lapi.xfer(rdma(RdmaDirection.PUT, next, length, to[next], from));
            lapi.gfence();
            assertArrayEquals(random(length, 100L * round + (me + tasks - 1) % tasks), in);
            lapi.xfer(rdma(RdmaDirection.GET, next, length, to[next], returned));
            lapi.gfence();
            assertArrayEquals(out, back);
        }
    }

    private static void mistakes(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        byte[] memory = new byte[64];
        RemoteAddress[] all = lapi.addressInit(lapi.register(memory));
        RemoteAddress mine = all[me];
        RemoteAddress there = all[TARGET];
        RemoteAddress gone = lapi.register(new byte[8]);
        lapi.unregister(gone);
        MemorySegment closed;
        RemoteAddress ofClosed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(8);
            ofClosed = lapi.register(closed);
        }
        RemoteAddress ofReadOnly =
                lapi.register(MemorySegment.ofArray(new byte[8]).asReadOnly());
        RemoteAddress otherTask = all[(me + 1) % task.world.size()];
        RemoteAddress notOfTarget = all[TARGET - 1];
        CounterAddress wrong = task.targets[TARGET - 1];
        refused(LapiStatus.XFER_CMD, () -> lapi.xfer(rdma(null, TARGET, -1, null, null)));
        for (RdmaDirection direction : RdmaDirection.values()) {
            refused(LapiStatus.TGT, () -> lapi.xfer(rdma(direction, 9, -1, null, null)));
            refused(LapiStatus.DATA_LEN, () -> lapi.xfer(rdma(direction, TARGET, -1, null, null)));
            for (RemoteAddress local : new RemoteAddress[] {null, gone, otherTask, ofClosed}) {
                refused(LapiStatus.ORG_ADDR_NULL, () -> lapi.xfer(rdma(direction, TARGET, 8, null, local)));
            }
            refused(LapiStatus.DATA_LEN, () -> lapi.xfer(rdma(direction, TARGET, 65, null, mine)));
            refused(LapiStatus.DATA_LEN, () -> lapi.xfer(rdma(direction, TARGET, 8, null, mine.plus(57))));
            refused(LapiStatus.DATA_LEN, () -> lapi.xfer(rdma(direction, TARGET, 8, null, mine.plus(-1))));
            refused(LapiStatus.TGT_ADDR_NULL, () -> lapi.xfer(rdma(direction, TARGET, 8, null, mine)));
            refused(LapiStatus.TGT_ADDR_NULL, () -> lapi.xfer(rdma(direction, TARGET, 8, notOfTarget, mine)));
            refused(
                    LapiStatus.CNTR_VAL,
                    () -> lapi.xfer(new XferCommand.Rdma(direction, TARGET, 8, there, mine, null, wrong, null)));
            lapi.xfer(rdma(direction, TARGET, 0, null, null)); // no bytes need no address
        }
        refused(LapiStatus.ORG_ADDR_NULL, () -> lapi.xfer(rdma(RdmaDirection.GET, TARGET, 8, there, ofReadOnly)));
        lapi.xfer(rdma(RdmaDirection.PUT, me, 8, mine, ofReadOnly)); // which is only read
        lapi.gfence();
        lapi.purgeTotask(TARGET);
        refused(LapiStatus.TGT_PURGED, () -> lapi.xfer(rdma(RdmaDirection.PUT, TARGET, 8, there, mine)));
        lapi.resumeTotask(TARGET);
        lapi.gfence();
        assertArrayEquals(new byte[64], memory);
        task.assertCounters(0, 0, 0);
    }

    private static void targetErrors(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[64];
        LapiCounter completed = task.completion;
        RemoteAddress[] all = lapi.addressInit(lapi.register(memory));
        MemorySegment readOnly = MemorySegment.ofArray(new byte[64]).asReadOnly();
        RemoteAddress unwritable = lapi.addressInit(lapi.register(readOnly))[TARGET];
        RemoteAddress nowhere = new RemoteAddress(TARGET, 99, 0);
        RemoteAddress outside = all[TARGET].plus(60);
        record Mistake(RdmaDirection direction, RemoteAddress remote, LapiStatus status) {}
        List<Mistake> mistakes = List.of(
                new Mistake(RdmaDirection.PUT, nowhere, LapiStatus.TGT_ADDR_NULL),
                new Mistake(RdmaDirection.PUT, outside, LapiStatus.DATA_LEN),
                new Mistake(RdmaDirection.PUT, unwritable, LapiStatus.TGT_ADDR_NULL),
                new Mistake(RdmaDirection.GET, nowhere, LapiStatus.TGT_ADDR_NULL),
                new Mistake(RdmaDirection.GET, outside, LapiStatus.DATA_LEN));
        for (Mistake each : mistakes) {
            if (task.isOrigin()) {
                lapi.xfer(new XferCommand.Rdma(
                        each.direction, TARGET, 8, each.remote, all[ORIGIN], null, task.targets[TARGET], completed));
                lapi.waitcntr(completed, 1); // the origin never waits for ever
            } else if (task.isTarget()) {
                LapiError error = task.nextError();
                assertEquals(LapiOperation.RDMA, error.operation());
                assertEquals(each.status, error.status());
                assertEquals(ORIGIN, error.origin());
                lapi.waitcntr(task.target, 1);
            }
            lapi.gfence();
        }
        assertArrayEquals(new byte[64], memory);
    }
}
