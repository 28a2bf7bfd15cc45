package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Status;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolOptions;
import org.sennit.ownership.PoolStatistics;

/** Buffers that change hands, wherever the two are (63, 70 to 73, 75, 76). */
final class HandoverBehaviours {
    private static final int TAG = 63;
    private static final int[] LENGTHS = {1, 8, 256, 257, 5000, 70_000, 1 << 20};
    private static final int ROUNDS = 30;

    private HandoverBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("63 theContentsArriveAndTheGiversBufferIsUsedAgain", HandoverBehaviours::contents),
                new Behaviour("70 aOneWayStreamStaysInBoundedMemory", HandoverBehaviours::stream),
                new Behaviour("71 aGiveMeetsAReceiveAndASendATake", HandoverBehaviours::mixed),
                new Behaviour("72 aTakeOfAnySourceNamesTheGiver", HandoverBehaviours::anySource),
                new Behaviour("73 givesAndSendsKeepTheirOrder", HandoverBehaviours::order),
                new Behaviour("75 aTakeOfTooLittleIsAnErrorAndNothingIsLost", HandoverBehaviours::truncation),
                new Behaviour("76 anEmptyBufferMayBeGiven", HandoverBehaviours::empty));
    }

    private static OwnedBuffer filled(OwnershipPool pool, long bytes, int seed) {
        OwnedBuffer buffer = pool.alloc(bytes);
        MemorySegment memory = buffer.segment();
        for (long i = 0; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + i * 31));
        }
        return buffer;
    }

    private static void assertHolds(MemorySegment memory, long bytes, int seed) {
        assertEquals(bytes, memory.byteSize());
        for (long i = 0; i < bytes; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) (seed + i * 31)) {
                throw new AssertionError("byte " + i + " of " + bytes + " is wrong: seed=" + seed);
            }
        }
    }

    /** With a sender's pool and an answer after each round, one buffer serves all rounds. */
    private static void contents(Communicator world) {
        try (OwnershipPool pool = PoolBehaviours.pool(world, true, true)) {
            Handover handover = pool.over(world);
            int last = world.size() - 1;
            for (int i = 0; i < ROUNDS; i++) {
                long bytes = LENGTHS[i % LENGTHS.length];
                if (world.rank() == 0) {
                    handover.give(filled(pool, bytes, i), last, TAG);
                    world.receive(new byte[0], last, TAG);
                } else if (world.rank() == last) {
                    Status status = new Status();
                    OwnedBuffer taken = handover.take(0, TAG, status);
                    assertHolds(taken.segment(), bytes, i);
                    assertEquals(bytes, status.countBytes());
                    taken.free();
                    world.send(new byte[0], 0, TAG);
                }
            }
            PoolStatistics statistics = pool.statistics();
            assertEquals(0, statistics.owned());
            assertTrue(statistics.misses() <= LENGTHS.length, statistics::toString);
            world.barrier();
        }
    }

    /** A hundredth of the stream of OwnershipStreamTest. */
    private static void stream(Communicator world) {
        int count = 1000;
        long bytes = 64 << 10;
        long window = 1 << 20;
        long cap = 2 << 20;
        for (boolean isSenderSide : new boolean[] {false, true}) {
            PoolOptions options = OwnershipPool.defaults(world.endpoint())
                    .senderSide(isSenderSide)
                    .checked(false)
                    .window(window)
                    .cap(cap);
            try (OwnershipPool pool = OwnershipPool.open(world.endpoint(), options)) {
                Handover handover = pool.over(world);
                int last = world.size() - 1;
                for (int i = 0; i < count; i++) {
                    if (world.rank() == 0) {
                        OwnedBuffer buffer = pool.alloc(bytes);
                        buffer.segment().set(ValueLayout.JAVA_INT, bytes - 4, i);
                        handover.give(buffer, last, TAG);
                    } else if (world.rank() == last) {
                        OwnedBuffer taken = handover.take(0, TAG);
                        assertEquals(i, taken.segment().get(ValueLayout.JAVA_INT, bytes - 4));
                        taken.free();
                    }
                }
                long most = pool.statistics().mostBytes();
                assertTrue(most <= 4 * (window + cap), () -> "most bytes " + most);
                world.barrier();
            }
        }
    }

    private static void mixed(Communicator world) {
        try (OwnershipPool pool = PoolBehaviours.pool(world, true, true)) {
            Handover handover = pool.over(world);
            int last = world.size() - 1;
            for (int source : new int[] {0, Communicator.ANY_SOURCE}) {
                for (int bytes : LENGTHS) {
                    if (world.rank() == 0) {
                        handover.give(filled(pool, bytes, 3), last, TAG);
                        OwnedBuffer sent = filled(pool, bytes, 4);
                        world.send(sent.segment(), last, TAG);
                        sent.free();
                        world.receive(new byte[0], last, TAG);
                    } else if (world.rank() == last) {
                        byte[] copy = new byte[bytes];
                        Status status = new Status();
                        world.receive(copy, DataLayout.BYTE.count(bytes), source, TAG, status);
                        assertHolds(MemorySegment.ofArray(copy), bytes, 3);
                        assertEquals(0, status.source());
                        OwnedBuffer taken = handover.take(source, TAG, status);
                        assertHolds(taken.segment(), bytes, 4);
                        assertEquals(bytes, status.countBytes());
                        taken.free();
                        world.send(new byte[0], 0, TAG);
                    }
                }
            }
            assertEquals(0, pool.statistics().owned());
            assertTrue(pool.statistics().misses() <= 2 * LENGTHS.length, () -> "not used again: " + pool.statistics());
            world.barrier();
        }
    }

    private static void anySource(Communicator world) {
        try (OwnershipPool pool = PoolBehaviours.pool(world, false, true)) {
            Handover handover = pool.over(world);
            if (world.rank() > 0) {
                handover.give(filled(pool, 100 + world.rank(), world.rank()), 0, TAG + world.rank());
            } else {
                boolean[] isHeard = new boolean[world.size()];
                Status status = new Status();
                for (int i = 1; i < world.size(); i++) {
                    OwnedBuffer taken = handover.take(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                    assertHolds(taken.segment(), 100 + status.source(), status.source());
                    assertEquals(TAG + status.source(), status.tag());
                    assertTrue(!isHeard[status.source()], "twice from " + status.source());
                    isHeard[status.source()] = true;
                    taken.free();
                }
            }
            world.barrier();
        }
    }

    private static void order(Communicator world) {
        try (OwnershipPool pool = PoolBehaviours.pool(world, false, true)) {
            Handover handover = pool.over(world);
            int last = world.size() - 1;
            for (int i = 0; i < 300; i++) {
                boolean isGiven = i % 3 != 1;
                boolean isTaken = i % 4 < 2;
                int bytes = 1 + i * 37 % 9000;
                if (world.rank() == 0) {
                    OwnedBuffer buffer = filled(pool, bytes, i);
                    if (isGiven) {
                        handover.give(buffer, last, TAG);
                    } else {
                        world.send(buffer.segment(), last, TAG);
                        buffer.free();
                    }
                } else if (world.rank() == last) {
                    if (isTaken) {
                        OwnedBuffer taken = handover.take(0, TAG);
                        assertHolds(taken.segment(), bytes, i);
                        taken.free();
                    } else {
                        byte[] copy = new byte[bytes];
                        world.receive(copy, 0, TAG);
                        assertHolds(MemorySegment.ofArray(copy), bytes, i);
                    }
                }
            }
            world.barrier();
        }
    }

    private static void truncation(Communicator world) {
        try (OwnershipPool pool = PoolBehaviours.pool(world, true, true)) {
            Handover handover = pool.over(world);
            int last = world.size() - 1;
            for (int bytes : LENGTHS) {
                if (world.rank() == 0) {
                    handover.give(filled(pool, bytes, 5), last, TAG);
                    handover.give(filled(pool, bytes, 6), last, TAG);
                    world.receive(new byte[0], last, TAG);
                } else if (world.rank() == last) {
                    PoolBehaviours.isRefused(
                            ErrorClass.TRUNCATE,
                            () -> handover.take(0, TAG, bytes - 1L),
                            "length=" + bytes,
                            "capacity=" + (bytes - 1));
                    OwnedBuffer taken = handover.take(0, TAG, (long) bytes);
                    assertHolds(taken.segment(), bytes, 6);
                    taken.free();
                    world.send(new byte[0], 0, TAG);
                }
            }
            if (world.rank() == 0) {
                pool.trim(0); // all has come home, or some would still be there
                assertEquals(0, pool.statistics().buffers());
            }
            world.barrier();
        }
    }

    private static void empty(Communicator world) {
        try (OwnershipPool pool = PoolBehaviours.pool(world, false, true)) {
            Handover handover = pool.over(world);
            int last = world.size() - 1;
            if (world.rank() == 0) {
                handover.give(pool.alloc(0), last, TAG);
                OwnedBuffer shortened = pool.alloc(1000);
                shortened.length(0);
                handover.give(shortened, last, TAG);
                world.send(new byte[0], last, TAG);
                handover.give(pool.alloc(0), last, TAG);
            } else if (world.rank() == last) {
                for (int i = 0; i < 3; i++) {
                    Status status = new Status();
                    OwnedBuffer taken = handover.take(0, TAG, 0L, status);
                    assertEquals(0, taken.length());
                    assertEquals(0, status.countBytes());
                    taken.free();
                }
                world.receive(new byte[0], 0, TAG);
            }
            assertEquals(0, pool.statistics().owned());
            world.barrier();
        }
    }
}
