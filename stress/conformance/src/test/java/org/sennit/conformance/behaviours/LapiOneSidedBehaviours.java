package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.LapiTasks.ORIGIN;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;
import static org.sennit.conformance.behaviours.LapiTasks.refused;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.lapi.RmwOperation;
import org.sennit.lapi.XferCommand;

/** Put, get and read-modify-write of LAPI, fences, waits and purges. */
final class LapiOneSidedBehaviours {
    private LapiOneSidedBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("130 aFencePutsDataInOrder", LapiOneSidedBehaviours::fence),
                behaviour("131 aGlobalFencePutsAllDataInPlace", LapiOneSidedBehaviours::gfence),
                behaviour("132 readModifyWriteIsAtomic", task -> contention(task, 100, 10)),
                behaviour("133 aWaitSubtracts", LapiOneSidedBehaviours::subtract),
                behaviour("LapiOneSided.bothWaitsWaitForALaterValue", LapiOneSidedBehaviours::later),
                behaviour("134 aSecondWaiterIsRefused", LapiOneSidedBehaviours::secondWaiter),
                behaviour("135 aPurgedTargetEndsWaits", LapiOneSidedBehaviours::purge),
                behaviour("LapiOneSided.putAndGetOfAnySize", LapiOneSidedBehaviours::sizes),
                behaviour("LapiOneSided.vectorsOfAnyLength", LapiOneSidedBehaviours::vectors),
                behaviour("LapiOneSided.callbacksInPlaceOfOriginCounters", LapiOneSidedBehaviours::callbacks),
                behaviour("LapiOneSided.whatOnlyTheTargetSees", LapiOneSidedBehaviours::targetErrors));
    }

    private static void fence(LapiTasks task) {
        Lapi lapi = task.lapi;
        int puts = 100;
        long[] memory = new long[puts + 1];
        RemoteAddress[] bases = lapi.addressInit(lapi.register(memory));
        CountDownLatch release = new CountDownLatch(1);
        int handler = lapi.registerHandler(message -> {
            message.setCompletionHandler((handle, latch) -> await((CountDownLatch) latch), release);
            return null;
        });
        long[] previous = new long[1];
        if (task.isOrigin()) {
            lapi.amsend(TARGET, handler, null, 0, null, 0, null, null, task.completion);
            for (int i = 0; i < puts; i++) {
                lapi.put(TARGET, 8, bases[TARGET].plus(8L * i), new long[] {1000 + i}, null, null, null);
            }
            lapi.fence();
            assertEquals(0, lapi.getcntr(task.completion), "the completion handler has not returned");
            lapi.rmw64(RmwOperation.SWAP, TARGET, bases[TARGET].plus(8L * puts), new long[] {1}, previous, task.origin);
            lapi.waitcntr(task.origin, 1);
            lapi.waitcntr(task.completion, 1);
        } else if (task.isTarget()) {
            while (previous[0] == 0) {
                lapi.rmw64(
                        RmwOperation.FETCH_AND_OR,
                        TARGET,
                        bases[TARGET].plus(8L * puts),
                        new long[] {0},
                        previous,
                        task.origin);
                lapi.waitcntr(task.origin, 1);
            }
            for (int i = 0; i < puts; i++) {
                assertEquals(1000 + i, memory[i]);
            }
            release.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void gfence(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        int length = 10_000;
        byte[] memory = new byte[length * Behaviour.RANKS];
        RemoteAddress[] bases = lapi.addressInit(lapi.register(memory));
        for (int round = 0; round < 5; round++) {
            for (int to = 0; to < Behaviour.RANKS; to++) {
                lapi.put(
                        to, length, bases[to].plus(me * length), random(length, seed(round, me, to)), null, null, null);
            }
            lapi.gfence();
            for (int from = 0; from < Behaviour.RANKS; from++) {
                assertArrayEquals(
                        random(length, seed(round, from, me)),
                        Arrays.copyOfRange(memory, from * length, (from + 1) * length));
            }
            lapi.gfence();
        }
    }

    private static long seed(int round, int from, int to) {
        return 100L * round + 10 * from + to;
    }

    static void contention(LapiTasks task, int adds, int locks) {
        Lapi lapi = task.lapi;
        int tasks = task.world.size();
        int[] memory = new int[4]; // sum, lock, guarded by the lock
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        int[] previous = new int[1];
        for (int i = 0; i < adds; i++) {
            lapi.rmw(RmwOperation.FETCH_AND_ADD, TARGET, base, new int[] {3}, previous, task.origin);
            lapi.waitcntr(task.origin, 1);
        }
        int[] guarded = new int[1];
        for (int i = 0; i < locks; i++) {
            do {
                lapi.rmw(RmwOperation.COMPARE_AND_SWAP, TARGET, base.plus(4), new int[] {0, 1}, previous, task.origin);
                lapi.waitcntr(task.origin, 1);
            } while (previous[0] != 0);
            lapi.get(TARGET, 4, base.plus(8), guarded, null, task.origin);
            lapi.waitcntr(task.origin, 1);
            guarded[0]++;
            lapi.put(TARGET, 4, base.plus(8), guarded, null, null, null);
            lapi.fence();
            lapi.rmw(RmwOperation.SWAP, TARGET, base.plus(4), new int[] {0}, previous, task.origin);
            lapi.waitcntr(task.origin, 1);
            assertEquals(1, previous[0]);
        }
        lapi.gfence();
        if (task.isTarget()) {
            assertArrayEquals(new int[] {3 * adds * tasks, 0, locks * tasks, 0}, memory);
        }
    }

    private static void subtract(LapiTasks task) {
        Lapi lapi = task.lapi;
        lapi.setcntr(task.origin, 5);
        assertEquals(2, lapi.waitcntr(task.origin, 3));
        assertEquals(2, lapi.getcntr(task.origin));
        assertEquals(0, lapi.nopollWait(task.origin, 2));
        refused(LapiStatus.CNTR_VAL, () -> lapi.nopollWait(task.origin, 0));
        refused(LapiStatus.CNTR_NULL, () -> lapi.waitcntr(null, 1));
    }

    /** The value comes from another task, which has been asked for it when the counter was still 0. */
    private static void later(LapiTasks task) {
        Lapi lapi = task.lapi;
        long[] memory = new long[1];
        RemoteAddress there = lapi.addressInit(lapi.register(memory))[TARGET];
        for (int round = 1; round <= 100; round++) {
            if (task.isOrigin()) {
                task.world.receive(new byte[0], TARGET, 1);
                for (int i = 0; i < 3; i++) {
                    lapi.put(TARGET, 8, there, new long[] {round}, task.targets[TARGET], null, null);
                }
            } else if (task.isTarget()) {
                assertEquals(0, lapi.getcntr(task.target));
                task.world.send(new byte[0], ORIGIN, 1);
                if (round % 2 == 0) {
                    lapi.nopollWait(task.target, 3);
                } else {
                    lapi.waitcntr(task.target, 3);
                }
                assertEquals(round, memory[0]);
            }
        }
        task.assertCounters(0, 0, 0);
    }

    /**
     * A completion handler and the task wait for one counter: the second one of them is refused, and lets the first one
     * go on.
     */
    private static void secondWaiter(LapiTasks task) {
        Lapi lapi = task.lapi;
        int me = task.world.rank();
        AtomicInteger refused = new AtomicInteger();
        lapi.addrSet(
                message -> {
                    message.setCompletionHandler(
                            (handle, info) -> waitOrRelease(handle, (LapiCounter) info, refused), task.origin);
                    return null;
                },
                3);
        lapi.amsend(me, 3, null, 0, null, 0, null, null, task.completion);
        waitOrRelease(lapi, task.origin, refused);
        lapi.waitcntr(task.completion, 1);
        assertEquals(1, refused.get());
        task.assertCounters(0, 0, 0);
    }

    private static void waitOrRelease(Lapi lapi, LapiCounter counter, AtomicInteger refused) {
        try {
            lapi.waitcntr(counter, 1);
        } catch (LapiException e) {
            assertEquals(LapiStatus.MULTIPLE_WAITERS, e.status());
            refused.incrementAndGet();
            lapi.setcntr(counter, 1);
        }
    }

    private static void purge(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[8];
        RemoteAddress[] bases = lapi.addressInit(lapi.register(memory));
        CountDownLatch release = new CountDownLatch(1);
        int stuck = lapi.registerHandler(message -> {
            message.setCompletionHandler((handle, latch) -> await((CountDownLatch) latch), release);
            return null;
        });
        int purging = lapi.registerHandler(message -> {
            message.setCompletionHandler((handle, info) -> handle.purgeTotask(TARGET), null);
            return null;
        });
        if (task.isOrigin()) {
            lapi.amsend(TARGET, stuck, null, 0, null, 0, null, null, task.completion);
            lapi.amsend(ORIGIN, purging, null, 0, null, 0, null, null, null);
            refused(LapiStatus.TGT_PURGED, () -> lapi.waitcntr(task.completion, 1));
            refused(LapiStatus.TGT_PURGED, () -> lapi.put(TARGET, 8, bases[TARGET], new byte[8], null, null, null));
            lapi.put(1, 8, bases[1], random(8, 1), null, null, task.origin);
            lapi.waitcntr(task.origin, 1); // others go on
            lapi.resumeTotask(TARGET);
            lapi.put(TARGET, 8, bases[TARGET], random(8, 1), task.targets[TARGET], null, task.origin);
            lapi.waitcntr(task.origin, 1);
            task.world.send(new byte[0], TARGET, 1);
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, 1);
            assertArrayEquals(random(8, 1), memory);
            task.world.receive(new byte[0], ORIGIN, 1);
            release.countDown();
        }
    }

    private static void sizes(LapiTasks task) {
        Lapi lapi = task.lapi;
        int most = 2_000_000;
        byte[] memory = new byte[most];
        RemoteAddress[] bases = lapi.addressInit(lapi.register(memory));
        for (int length : new int[] {0, 1, 8, 333, 4096, 70_000, most}) {
            byte[] data = random(length, length);
            if (task.isOrigin()) {
                lapi.put(TARGET, length, bases[TARGET], data, task.targets[TARGET], task.origin, task.completion);
                lapi.waitcntr(task.origin, 1);
                lapi.waitcntr(task.completion, 1);
                byte[] back = new byte[length];
                lapi.get(TARGET, length, bases[TARGET], back, task.targets[TARGET], task.origin);
                lapi.waitcntr(task.origin, 1);
                assertArrayEquals(data, back);
            } else if (task.isTarget()) {
                lapi.waitcntr(task.target, 2);
                assertArrayEquals(data, Arrays.copyOf(memory, length));
            }
            lapi.gfence();
        }
        refused(LapiStatus.DATA_LEN, () -> lapi.put(TARGET, 9, bases[TARGET], new byte[8], null, null, null));
        refused(LapiStatus.TGT_ADDR_NULL, () -> lapi.put(TARGET, 8, null, new byte[8], null, null, null));
        refused(LapiStatus.ORG_ADDR_NULL, () -> lapi.get(TARGET, 8, bases[TARGET], null, null, null));
    }

    /** Strided, and more pieces than a header describes. */
    private static void vectors(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[40_000];
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        for (int pieces : new int[] {0, 3, 1000}) {
            RemoteAddress[] addresses = new RemoteAddress[pieces];
            long[] lengths = new long[pieces];
            for (int i = 0; i < pieces; i++) {
                addresses[i] = base.plus(39L * (pieces - 1 - i)); // backwards
                lengths[i] = i % 17;
            }
            int total = (int) Arrays.stream(lengths).sum();
            move(task, memory, RemoteVector.generic(addresses, lengths), total, bytes -> LapiVector.of(bytes, total));
            move(task, memory, RemoteVector.iovector(addresses, lengths), total, bytes -> pieces(bytes, lengths));
            move(
                    task,
                    memory,
                    RemoteVector.strided(base, pieces, 7, 23),
                    7 * pieces,
                    bytes -> LapiVector.strided(bytes, pieces, 7, 7));
        }
        refused(
                LapiStatus.VEC_NUM_DIFF,
                () -> lapi.putv(
                        TARGET,
                        RemoteVector.strided(base, 3, 5, 8),
                        LapiVector.strided(memory, 4, 5, 8),
                        null,
                        null,
                        null));
        refused(
                LapiStatus.TGT_STRIDE,
                () -> lapi.getv(
                        TARGET, RemoteVector.strided(base, 3, 5, 4), LapiVector.strided(memory, 3, 5, 8), null, null));
        refused(
                LapiStatus.TGT_VEC_NULL,
                () -> lapi.getv(TARGET, null, LapiVector.strided(memory, 3, 5, 8), null, null));
    }

    private static LapiVector pieces(byte[] bytes, long[] lengths) {
        MemorySegment[] pieces = new MemorySegment[lengths.length];
        long from = 0;
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = MemorySegment.ofArray(bytes).asSlice(from, lengths[i]);
            from += lengths[i];
        }
        return LapiVector.iovector(pieces);
    }

    /** Puts bytes to places of the target and gets them back. */
    private static void move(
            LapiTasks task, byte[] memory, RemoteVector remote, int total, Function<byte[], LapiVector> local) {
        Lapi lapi = task.lapi;
        Arrays.fill(memory, (byte) 0);
        lapi.gfence();
        byte[] data = new byte[total];
        Arrays.fill(data, (byte) 9);
        if (task.isOrigin()) {
            lapi.putv(TARGET, remote, local.apply(data), task.targets[TARGET], task.origin, task.completion);
            lapi.waitcntr(task.origin, 1);
            lapi.waitcntr(task.completion, 1);
            byte[] back = new byte[total];
            lapi.getv(TARGET, remote, local.apply(back), task.targets[TARGET], task.origin);
            lapi.waitcntr(task.origin, 1);
            assertArrayEquals(data, back);
            lapi.putv(TARGET, remote, local.apply(data), null, null, null);
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, 2);
        }
        lapi.gfence();
        if (task.isTarget()) {
            int written = 0;
            for (byte b : memory) {
                written += b == 9 ? 1 : 0;
            }
            assertEquals(total, written);
        }
    }

    private static void callbacks(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[64];
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        int handler = lapi.registerHandler(
                message -> LapiVector.generic(MemorySegment.ofArray(memory).asSlice(0, message.sizeBytes())));
        if (task.isOrigin()) {
            CountDownLatch ended = new CountDownLatch(8);
            byte[] data = random(16, 6);
            int[] previous = {-1};
            long[] previousLong = {-1};
            LapiVector vector = LapiVector.of(data, 16);
            RemoteVector places = RemoteVector.generic(new RemoteAddress[] {base}, new long[] {16});
            List<XferCommand> commands = List.of(
                    new XferCommand.Am(TARGET, handler, null, 0, data, 16, ended::countDown, null, task.completion),
                    new XferCommand.Amv(TARGET, handler, null, 0, vector, ended::countDown, null, task.completion),
                    new XferCommand.Put(TARGET, 16, base, data, ended::countDown, null, task.completion),
                    new XferCommand.Putv(TARGET, places, vector, ended::countDown, null, task.completion),
                    new XferCommand.Get(TARGET, 16, base.plus(16), new byte[16], ended::countDown, null),
                    new XferCommand.Getv(TARGET, places, LapiVector.of(new byte[16], 16), ended::countDown, null),
                    new XferCommand.Rmw(
                            RmwOperation.FETCH_AND_ADD,
                            TARGET,
                            base.plus(32),
                            new int[] {2},
                            previous,
                            ended::countDown),
                    new XferCommand.Rmw64(
                            RmwOperation.COMPARE_AND_SWAP,
                            TARGET,
                            base.plus(40),
                            new long[] {0, -5},
                            previousLong,
                            ended::countDown));
            commands.forEach(lapi::xfer);
            lapi.waitcntr(task.completion, 4);
            await(ended);
            assertEquals(0, previous[0]);
            assertEquals(0, previousLong[0]);
            refused(LapiStatus.XFER_CMD, () -> lapi.xfer(null));
        }
        lapi.gfence();
        if (task.isTarget()) {
            assertArrayEquals(random(16, 6), Arrays.copyOf(memory, 16));
            assertEquals(
                    2, ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder()).getInt(32));
            assertTrue(memory[40] == -5 && memory[47] == -1);
        }
    }

    private static void targetErrors(LapiTasks task) throws Exception {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[64];
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        RemoteAddress nowhere = new RemoteAddress(TARGET, 99, 0);
        if (task.isOrigin()) {
            lapi.put(TARGET, 8, nowhere, new byte[8], null, task.origin, task.completion);
            lapi.put(TARGET, 8, base.plus(60), new byte[8], null, task.origin, task.completion);
            lapi.waitcntr(task.completion, 2);
            lapi.get(TARGET, 8, nowhere, new byte[8], null, task.origin);
            lapi.rmw(RmwOperation.SWAP, TARGET, nowhere, new int[1], null, task.origin);
            lapi.amsend(TARGET, 999, null, 0, null, 0, null, task.origin, task.completion);
            lapi.waitcntr(task.completion, 1);
            lapi.waitcntr(task.origin, 5);
            lapi.get(TARGET, 8, base.plus(60), new byte[8], null, task.origin);
            lapi.rmw64(RmwOperation.SWAP, TARGET, base.plus(60), new long[1], null, task.origin);
            lapi.getv(TARGET, pieces(nowhere, 2), LapiVector.of(new byte[2], 2), null, task.origin);
            lapi.putv(TARGET, pieces(nowhere, 2), LapiVector.of(new byte[2], 2), null, task.origin, task.completion);
            lapi.putv( // whose addresses are longer than a header
                    TARGET,
                    pieces(nowhere, 1000),
                    LapiVector.of(new byte[1000], 1000),
                    null,
                    task.origin,
                    task.completion);
            lapi.waitcntr(task.completion, 2);
            lapi.waitcntr(task.origin, 5);
        } else if (task.isTarget()) {
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                LapiError error = task.nextError();
                assertEquals(ORIGIN, error.origin());
                seen.add(error.operation() + " " + error.status());
            }
            assertEquals(
                    List.of(
                            "AMSEND HDR_HNDLR_NULL",
                            "GET DATA_LEN",
                            "GET TGT_ADDR_NULL",
                            "GETV TGT_VEC_ADDR",
                            "PUT DATA_LEN",
                            "PUT TGT_ADDR_NULL",
                            "PUTV TGT_VEC_ADDR",
                            "PUTV TGT_VEC_ADDR",
                            "RMW TGT_VAR_NULL",
                            "RMW TGT_VAR_NULL"),
                    seen.stream().sorted().toList());
        }
    }

    private static RemoteVector pieces(RemoteAddress base, int count) {
        RemoteAddress[] addresses = new RemoteAddress[count];
        long[] lengths = new long[count];
        Arrays.setAll(addresses, base::plus);
        Arrays.fill(lengths, 1);
        return RemoteVector.generic(addresses, lengths);
    }
}
