package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sennit.conformance.behaviours.LapiTasks.ORIGIN;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;

/** When the counters of LAPI's put and get move, and what a fence waits for, of short and long data. */
final class LapiMomentBehaviours {
    private static final int[] LENGTHS = {8, 333, 4096, 70_000, 2_000_000};
    private static final int MOST = 2_000_000;

    /** More than a header describes, in data of this number of bytes or more. */
    private static final int MANY = 1000;

    private LapiMomentBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("LapiMoments.theOriginOfAPutMayChangeItsData", LapiMomentBehaviours::put),
                behaviour("LapiMoments.theTargetOfAGetMayChangeItsMemory", LapiMomentBehaviours::get),
                behaviour("LapiMoments.aFenceWaitsForDataOfAllKinds", LapiMomentBehaviours::fence));
    }

    /**
     * The pieces of memory, and arrays that describe them, which may be changed when the call that takes them has
     * returned.
     */
    private record Pieces(Object[] own, RemoteAddress[] remote, long[] lengths) {
        static Pieces of(byte[] memory, RemoteAddress base, int length) {
            int count = length < MANY ? 3 : MANY;
            Pieces pieces = new Pieces(new Object[count], new RemoteAddress[count], new long[count]);
            long from = 0;
            for (int i = 0; i < count; i++) {
                long end = (long) length * (i + 1) / count;
                pieces.own[i] = MemorySegment.ofArray(memory).asSlice(from, end - from);
                pieces.remote[i] = base.plus(from);
                pieces.lengths[i] = end - from;
                from = end;
            }
            return pieces;
        }

        void clear() {
            Arrays.fill(own, null);
            Arrays.fill(remote, null);
            Arrays.fill(lengths, -1);
        }
    }

    /** By put to the first half of the target's memory, by putv to the second one. */
    private static void put(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[2 * MOST];
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        for (int length : LENGTHS) {
            if (task.isOrigin()) {
                byte[] data = random(length, length);
                lapi.put(TARGET, length, base, data, task.targets[TARGET], task.origin, null);
                lapi.waitcntr(task.origin, 1);
                Arrays.fill(data, (byte) 1);

                data = random(length, length + 1);
                Pieces pieces = Pieces.of(data, base.plus(MOST), length);
                lapi.putv(
                        TARGET,
                        RemoteVector.iovector(pieces.remote, pieces.lengths),
                        LapiVector.iovector(pieces.own, pieces.lengths),
                        task.targets[TARGET],
                        task.origin,
                        null);
                pieces.clear();
                lapi.waitcntr(task.origin, 1);
                Arrays.fill(data, (byte) 1);
            } else if (task.isTarget()) {
                lapi.waitcntr(task.target, 2);
                assertArrayEquals(random(length, length), Arrays.copyOf(memory, length));
                assertArrayEquals(random(length, length + 1), Arrays.copyOfRange(memory, MOST, MOST + length));
            }
            lapi.gfence();
        }
    }

    private static void get(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[MOST];
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        for (int length : LENGTHS) {
            for (boolean isVector : new boolean[] {false, true}) {
                if (task.isTarget()) {
                    System.arraycopy(random(length, length), 0, memory, 0, length);
                    task.world.send(new byte[0], ORIGIN, 1);
                    lapi.waitcntr(task.target, 1);
                    Arrays.fill(memory, (byte) 1);
                } else if (task.isOrigin()) {
                    byte[] got = new byte[length];
                    task.world.receive(new byte[0], TARGET, 1);
                    get(task, got, base, isVector);
                    lapi.waitcntr(task.origin, 1);
                    assertArrayEquals(random(length, length), got);
                }
                lapi.gfence();
            }
        }
    }

    private static void get(LapiTasks task, byte[] to, RemoteAddress from, boolean isVector) {
        if (!isVector) {
            task.lapi.get(TARGET, to.length, from, to, task.targets[TARGET], task.origin);
            return;
        }
        Pieces pieces = Pieces.of(to, from, to.length);
        RemoteVector remote = RemoteVector.iovector(pieces.remote, pieces.lengths);
        LapiVector own = LapiVector.iovector(pieces.own, pieces.lengths);
        task.lapi.getv(TARGET, remote, own, task.targets[TARGET], task.origin);
        pieces.clear();
    }

    /** The origin starts operations of all kinds, without counters; after the fence all data is where it should be. */
    private static void fence(LapiTasks task) {
        Lapi lapi = task.lapi;
        byte[] memory = new byte[3 * MOST];
        byte[] source = random(2 * MOST, 7);
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[TARGET];
        RemoteAddress from = lapi.addressInit(lapi.register(source))[TARGET];
        int handler = lapi.registerHandler(
                message -> LapiVector.generic(MemorySegment.ofArray(memory).asSlice(2 * MOST, message.sizeBytes())));
        if (task.isOrigin()) {
            byte[] data = random(MOST, 1);
            byte[] pieces = random(MOST, 2);
            byte[] message = random(MOST, 3);
            byte[] got = new byte[2 * MOST];
            Pieces put = Pieces.of(pieces, base.plus(MOST), MOST);
            Pieces get = Pieces.of(got, from, 2 * MOST);
            lapi.getv(
                    TARGET,
                    RemoteVector.iovector(get.remote, get.lengths),
                    LapiVector.iovector(get.own, get.lengths),
                    null,
                    null);
            lapi.amsend(TARGET, handler, null, 0, message, MOST, null, null, null);
            lapi.put(TARGET, MOST, base, data, null, null, null);
            lapi.putv(
                    TARGET,
                    RemoteVector.iovector(put.remote, put.lengths),
                    LapiVector.iovector(put.own, put.lengths),
                    null,
                    null,
                    null);
            lapi.fence();
            assertArrayEquals(source, got);
            task.world.send(new byte[0], TARGET, 1);
        } else if (task.isTarget()) {
            task.world.receive(new byte[0], ORIGIN, 1);
            for (int i = 0; i < 3; i++) {
                byte[] there = Arrays.copyOfRange(memory, i * MOST, (i + 1) * MOST);
                assertEquals(-1, Arrays.mismatch(random(MOST, i + 1), there), "data of operation " + i);
            }
        }
    }
}
