package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Active messages from rank 0 to the last rank: the vectors of memory from which and to which their data go. */
final class ActiveVectorBehaviours {
    private static final int LARGE = 3_000_001; // bytes: beyond what goes in one packet

    private ActiveVectorBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                ActiveEnds.behaviour("117 genericVectorsAreStreams", ActiveVectorBehaviours::generic),
                ActiveEnds.behaviour("118 iovectorsThatDifferAreReported", ActiveVectorBehaviours::mismatch),
                ActiveEnds.behaviour("119 stridedBlocks", ActiveVectorBehaviours::strided),
                ActiveEnds.behaviour("122 withoutATargetVectorTheDataIsDropped", ActiveVectorBehaviours::dropped),
                ActiveEnds.behaviour("136 manyPieces", ActiveVectorBehaviours::manyPieces),
                ActiveEnds.behaviour("137 nothingToMove", ActiveVectorBehaviours::nothing));
    }

    /** The examples of the LAPI_Amsendv page, and longer ones. */
    private static void generic(Communicator comm, ActiveMessages active, int target) {
        byte[] memory = new byte[64];
        Arrays.fill(memory, (byte) -1);
        byte[] large = new byte[LARGE];
        Object[] pieces = {memory, memory, memory, memory};
        ActiveCounter counter = active.newCounter();
        active.register(message -> {
            assertEquals(3, message.pieces());
            assertEquals(10, message.pieceBytes(1));
            return ActiveVector.generic(pieces, new long[] {0, 16, 24, 40}, new long[] {12, 2, 4, 2});
        });
        active.register(message -> ActiveVector.generic(pieces, new long[] {48, 56, 0, 0}, new long[] {5, 3, 0, 0}));
        active.register(message -> ActiveVector.generic(
                new Object[] {large, large}, new long[] {1_000_000, 0}, new long[] {LARGE - 1_000_000, 999_999}));
        comm.barrier();
        byte[] data = ActiveEnds.bytes(LARGE, 0);
        if (ActiveEnds.isOrigin(comm)) {
            Object[] from = {data, data, data};
            active.send(
                    target,
                    0,
                    null,
                    ActiveVector.generic(from, new long[] {0, 5, 15}, new long[] {5, 10, 5}),
                    counter.number(),
                    null,
                    null);
            active.send(target, 1, null, ActiveVector.of(data, 0, 20), counter.number(), null, null);
            active.send(target, 2, null, ActiveVector.of(data), counter.number(), null, counter);
            counter.await(1);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(3);
            byte[] expected = new byte[64];
            Arrays.fill(expected, (byte) -1);
            System.arraycopy(data, 0, expected, 0, 12);
            System.arraycopy(data, 12, expected, 16, 2);
            System.arraycopy(data, 14, expected, 24, 4);
            System.arraycopy(data, 18, expected, 40, 2);
            System.arraycopy(data, 0, expected, 48, 5);
            System.arraycopy(data, 5, expected, 56, 3);
            assertArrayEquals(expected, memory);
            byte[] whole = new byte[LARGE];
            System.arraycopy(data, 0, whole, 1_000_000, LARGE - 1_000_000);
            System.arraycopy(data, LARGE - 1_000_000, whole, 0, 999_999);
            assertArrayEquals(whole, large);
        }
    }

    private static void mismatch(Communicator comm, ActiveMessages active, int target) {
        byte[] memory = new byte[16];
        AtomicReference<SennitException> reported = new AtomicReference<>();
        AtomicReference<ActiveVector> vector = new AtomicReference<>();
        active.onError((source, handler, error) -> reported.set(error));
        active.register(message -> vector.get());
        ActiveCounter counter = active.newCounter();
        ActiveVector[] wrong = {
            ActiveVector.generic(memory, memory),
            ActiveVector.iovector(memory),
            ActiveVector.iovector(new Object[] {memory, memory}, null, new long[] {16, 8})
        };
        ErrorClass[] expected = {ErrorClass.TYPE, ErrorClass.COUNT, ErrorClass.COUNT};
        byte[] data = ActiveEnds.bytes(16, 1);
        for (int i = 0; i < wrong.length; i++) {
            vector.set(wrong[i]);
            comm.barrier();
            if (ActiveEnds.isOrigin(comm)) {
                active.send(target, 0, null, ActiveVector.iovector(data, data), counter.number(), counter, counter);
                counter.await(2);
            } else if (ActiveEnds.isTarget(comm)) {
                counter.await(1);
                assertEquals(expected[i], reported.get().errorClass());
                assertArrayEquals(new byte[16], memory);
            }
            comm.barrier();
        }
        if (ActiveEnds.isOrigin(comm)) { // no such handler, no such counter
            active.send(target, 9, null, ActiveVector.of(data), counter.number(), counter, counter);
            active.send(target, 9, null, ActiveVector.of(new byte[LARGE]), 77, counter, counter);
            counter.await(4);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(1);
            assertEquals(ErrorClass.ARG, reported.get().errorClass());
        }
    }

    private static void strided(Communicator comm, ActiveMessages active, int target) {
        byte[] memory = new byte[100];
        byte[] large = new byte[LARGE];
        ActiveCounter counter = active.newCounter();
        active.register(message -> ActiveVector.strided(memory, 10, 3, 5, 30));
        active.register(message -> ActiveVector.strided(large, 0, 1000, 1000, 2000));
        comm.barrier();
        byte[] data = ActiveEnds.bytes(LARGE, 2);
        if (ActiveEnds.isOrigin(comm)) {
            active.send(target, 0, null, ActiveVector.strided(data, 0, 3, 5, 8), counter.number(), null, null);
            active.send(
                    target, 1, null, ActiveVector.strided(data, 7, 1000, 1000, 1500), counter.number(), null, counter);
            counter.await(1);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(2);
            byte[] expected = new byte[100];
            for (int i = 0; i < 3; i++) {
                System.arraycopy(data, i * 8, expected, 10 + i * 30, 5);
            }
            assertArrayEquals(expected, memory);
            byte[] blocks = new byte[LARGE];
            for (int i = 0; i < 1000; i++) {
                System.arraycopy(data, 7 + i * 1500, blocks, i * 2000, 1000);
            }
            assertArrayEquals(blocks, large);
        }
    }

    private static void dropped(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        AtomicInteger completed = new AtomicInteger();
        active.register(message -> {
            message.onCompletion(parameter -> completed.addAndGet((Integer) parameter), (int) message.lengthBytes());
            return null;
        });
        comm.barrier();
        if (ActiveEnds.isOrigin(comm)) {
            for (int length : new int[] {0, 8, LARGE}) {
                active.send(target, 0, null, ActiveVector.of(new byte[length]), counter.number(), counter, counter);
            }
            counter.await(6);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(3);
            assertEquals(8 + LARGE, completed.get());
        }
    }

    private static void manyPieces(Communicator comm, ActiveMessages active, int target) {
        int count = 20_000;
        int bytes = 100;
        MemorySegment memory = MemorySegment.ofArray(new byte[count * bytes]);
        AtomicInteger calls = new AtomicInteger();
        ActiveCounter counter = active.newCounter();
        Object[] memories = new Object[count];
        Arrays.fill(memories, memory);
        long[] backwards = new long[count];
        long[] forwards = new long[count];
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            forwards[i] = (long) i * bytes;
            backwards[i] = (long) (count - 1 - i) * bytes;
            lengths[i] = bytes;
        }
        active.register(message -> {
            calls.incrementAndGet();
            return ActiveVector.iovector(memories, backwards, lengths);
        });
        comm.barrier();
        byte[] data = ActiveEnds.bytes(count * bytes, 5);
        if (ActiveEnds.isOrigin(comm)) {
            memory.copyFrom(MemorySegment.ofArray(data));
            ActiveVector origin = ActiveVector.iovector(memories, forwards, lengths);
            active.send(target, 0, new byte[8], origin, counter.number(), null, counter);
            counter.await(1);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(1);
            assertEquals(1, calls.get());
            for (int i = 0; i < count; i++) {
                long mismatch = MemorySegment.mismatch(
                        memory,
                        backwards[i],
                        backwards[i] + bytes,
                        MemorySegment.ofArray(data),
                        forwards[i],
                        forwards[i] + bytes);
                assertEquals(-1, mismatch);
            }
        }
    }

    private static void nothing(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        AtomicInteger completed = new AtomicInteger();
        byte[] memory = new byte[8];
        active.register(message -> {
            message.onCompletion(ignored -> completed.incrementAndGet(), null);
            return switch (message.kind()) {
                case GENERIC -> ActiveVector.EMPTY;
                case IOVECTOR -> ActiveVector.iovector(new Object[] {null, memory}, null, new long[2]);
                case STRIDED -> ActiveVector.strided(memory, 0, message.pieces(), 0, 1);
            };
        });
        comm.barrier();
        ActiveVector[] empty = {
            ActiveVector.EMPTY,
            ActiveVector.generic(new Object[] {null, null, memory}, null, new long[3]),
            ActiveVector.iovector(new Object[] {memory, null}, null, new long[2]),
            ActiveVector.strided(memory, 0, 0, 0, 0),
            ActiveVector.strided(memory, 8, 5, 0, 0),
        };
        if (ActiveEnds.isOrigin(comm)) {
            for (ActiveVector each : empty) {
                active.send(target, 0, null, each, counter.number(), counter, counter);
            }
            counter.await(2L * empty.length);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(empty.length);
            assertEquals(empty.length, completed.get());
        }
    }
}
