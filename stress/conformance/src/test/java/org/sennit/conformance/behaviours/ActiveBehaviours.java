package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.active.HeaderHandler;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Active messages from rank 0 to the last rank. */
final class ActiveBehaviours {
    private static final int LARGE = 3_000_001; // bytes: beyond what goes in one packet

    private ActiveBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("115 theCompletionHandlerReturnsBeforeTheCountersMove", ActiveBehaviours::counterOrder),
                behaviour("116 anyCounterMayBeLeftOut", ActiveBehaviours::nullCounters),
                behaviour("117 genericVectorsAreStreams", ActiveBehaviours::generic),
                behaviour("118 iovectorsThatDifferAreReported", ActiveBehaviours::mismatch),
                behaviour("119 stridedBlocks", ActiveBehaviours::strided),
                behaviour("122 withoutATargetVectorTheDataIsDropped", ActiveBehaviours::dropped),
                behaviour("124 aHandlerThatThrowsIsReported", ActiveBehaviours::throwing),
                behaviour("125 theOriginMayChangeItsDataAtOnce", ActiveBehaviours::reuse),
                behaviour("127 completionHandlersAnswerEachOther", ActiveBehaviours::pingPong),
                behaviour("128 aMessageToItself", ActiveBehaviours::toSelf),
                behaviour("129 manyInAnyOrder", ActiveBehaviours::anyOrder),
                behaviour("handlersRunWhileTheTargetComputes", ActiveBehaviours::busyTarget),
                behaviour("136 manyPieces", ActiveBehaviours::manyPieces),
                behaviour("137 nothingToMove", ActiveBehaviours::nothing));
    }

    /** A program of both ends, on a communicator of their own. */
    private interface Ends {
        void run(Communicator comm, ActiveMessages active, int target) throws Exception;
    }

    private static Behaviour behaviour(String name, Ends ends) {
        return new Behaviour(name, world -> {
            try (Communicator comm = world.duplicate()) {
                ends.run(comm, comm.activeMessages(), comm.size() - 1);
                comm.barrier();
            }
        });
    }

    private static boolean isOrigin(Communicator comm) {
        return comm.rank() == 0;
    }

    private static boolean isTarget(Communicator comm) {
        return comm.rank() == comm.size() - 1;
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8) * 7 + seed);
        }
        return bytes;
    }

    private static void counterOrder(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        CountDownLatch mayReturn = new CountDownLatch(1);
        AtomicInteger returned = new AtomicInteger();
        active.register(message -> {
            message.onCompletion(
                    ignored -> {
                        try {
                            mayReturn.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        returned.incrementAndGet();
                    },
                    null);
            return null;
        });
        comm.barrier();
        if (isOrigin(comm)) {
            ActiveCounter origin = active.newCounter();
            active.send(target, 0, null, ActiveVector.EMPTY, counter.number(), origin, counter);
            origin.await(1);
            active.fence(); // of data: the handler has not returned
            assertEquals(0, counter.value());
            comm.send(new int[1], target, 1);
            counter.await(1);
        } else if (isTarget(comm)) {
            comm.receive(new int[1], 0, 1);
            assertEquals(0, counter.value());
            mayReturn.countDown();
            counter.await(1);
            assertEquals(1, returned.get());
        }
    }

    private static void nullCounters(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        AtomicInteger arrived = new AtomicInteger();
        active.register(message -> {
            arrived.incrementAndGet();
            return null;
        });
        comm.barrier();
        if (isOrigin(comm)) {
            for (int which = 0; which < 8; which++) {
                int remote = (which & 1) == 0 ? ActiveMessages.NO_COUNTER : counter.number();
                ActiveCounter origin = (which & 2) == 0 ? null : counter;
                ActiveCounter completion = (which & 4) == 0 ? null : counter;
                active.send(target, 0, null, ActiveVector.EMPTY, remote, origin, completion);
            }
            counter.await(8);
            active.fence();
        }
        if (isTarget(comm)) {
            counter.await(4);
        }
        comm.barrier();
        assertEquals(isTarget(comm) ? 8 : 0, arrived.get());
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
        byte[] data = bytes(LARGE, 0);
        if (isOrigin(comm)) {
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
        } else if (isTarget(comm)) {
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
        byte[] data = bytes(16, 1);
        for (int i = 0; i < wrong.length; i++) {
            vector.set(wrong[i]);
            comm.barrier();
            if (isOrigin(comm)) {
                active.send(target, 0, null, ActiveVector.iovector(data, data), counter.number(), counter, counter);
                counter.await(2);
            } else if (isTarget(comm)) {
                counter.await(1);
                assertEquals(expected[i], reported.get().errorClass());
                assertArrayEquals(new byte[16], memory);
            }
            comm.barrier();
        }
        if (isOrigin(comm)) { // no such handler, no such counter
            active.send(target, 9, null, ActiveVector.of(data), counter.number(), counter, counter);
            active.send(target, 9, null, ActiveVector.of(new byte[LARGE]), 77, counter, counter);
            counter.await(4);
        } else if (isTarget(comm)) {
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
        byte[] data = bytes(LARGE, 2);
        if (isOrigin(comm)) {
            active.send(target, 0, null, ActiveVector.strided(data, 0, 3, 5, 8), counter.number(), null, null);
            active.send(
                    target, 1, null, ActiveVector.strided(data, 7, 1000, 1000, 1500), counter.number(), null, counter);
            counter.await(1);
        } else if (isTarget(comm)) {
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
        if (isOrigin(comm)) {
            for (int length : new int[] {0, 8, LARGE}) {
                active.send(target, 0, null, ActiveVector.of(new byte[length]), counter.number(), counter, counter);
            }
            counter.await(6);
        } else if (isTarget(comm)) {
            counter.await(3);
            assertEquals(8 + LARGE, completed.get());
        }
    }

    private static void throwing(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        AtomicInteger reported = new AtomicInteger();
        byte[] memory = new byte[8];
        active.onError((source, handler, error) -> {
            if (error.errorClass() == ErrorClass.OTHER && source == 0) {
                reported.addAndGet(handler);
            }
        });
        active.register(1, message -> {
            throw new IllegalStateException("of the test");
        });
        active.register(10, message -> {
            message.onCompletion(
                    ignored -> {
                        throw new IllegalStateException("of the test");
                    },
                    null);
            return ActiveVector.of(memory);
        });
        comm.barrier();
        if (isOrigin(comm)) {
            for (int handler : new int[] {1, 10, 1}) {
                active.send(target, handler, null, ActiveVector.of(bytes(8, 3)), counter.number(), counter, counter);
            }
            counter.await(6);
        } else if (isTarget(comm)) {
            counter.await(3);
            assertEquals(12, reported.get());
            assertArrayEquals(bytes(8, 3), memory);
        }
    }

    private static void reuse(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        long[] sums = new long[1];
        AtomicInteger wrong = new AtomicInteger();
        active.register(message -> {
            long expected = message.header().get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            byte[] memory = new byte[(int) message.lengthBytes()];
            message.onCompletion(
                    ignored -> {
                        for (byte each : memory) {
                            if (each != (byte) expected) {
                                wrong.incrementAndGet();
                            }
                        }
                    },
                    null);
            return ActiveVector.of(memory);
        });
        comm.barrier();
        if (isOrigin(comm)) {
            ActiveCounter origin = active.newCounter();
            for (int length : new int[] {1, 100, 5000, 60_000, 300_000}) {
                byte[] data = new byte[length];
                for (int round = 0; round < 20; round++) {
                    Arrays.fill(data, (byte) round);
                    sums[0] = round;
                    active.send(target, 0, sums, ActiveVector.of(data), counter.number(), origin, null);
                    origin.await(1);
                    Arrays.fill(data, (byte) -1);
                    sums[0] = -1;
                }
            }
        } else if (isTarget(comm)) {
            counter.await(100);
            assertEquals(0, wrong.get());
        }
    }

    /** There and back, each from the handler of the last. */
    private static void pingPong(Communicator comm, ActiveMessages active, int target) {
        int last = 200;
        ActiveCounter done = active.newCounter();
        HeaderHandler bounce = message -> {
            long count = message.header().get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            int back = message.source();
            message.onCompletion(
                    ignored -> {
                        if (count < last) {
                            active.send(
                                    back,
                                    0,
                                    new long[] {count + 1},
                                    ActiveVector.EMPTY,
                                    count + 1 < last - 1 ? ActiveMessages.NO_COUNTER : done.number(),
                                    null,
                                    null);
                        }
                    },
                    null);
            return null;
        };
        active.register(bounce);
        comm.barrier();
        if (isOrigin(comm)) {
            active.send(target, 0, new long[] {0}, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
        }
        if (isOrigin(comm) || isTarget(comm)) {
            done.await(1);
        }
    }

    private static void toSelf(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        byte[] memory = new byte[100];
        AtomicInteger completed = new AtomicInteger();
        active.register(message -> {
            message.onCompletion(ignored -> completed.incrementAndGet(), null);
            return ActiveVector.of(memory);
        });
        active.send(comm.rank(), 0, null, ActiveVector.of(bytes(100, comm.rank())), counter.number(), counter, counter);
        counter.await(3);
        assertEquals(1, completed.get());
        assertArrayEquals(bytes(100, comm.rank()), memory);
        assertFalse(counter.await(1, 1000));
        assertThrows(SennitException.class, () -> active.send(target + 1, 0, null, ActiveVector.EMPTY, -1, null, null));
        assertThrows(
                SennitException.class,
                () -> active.send(
                        target, 0, new byte[ActiveMessages.MAX_HEADER_BYTES + 1], ActiveVector.EMPTY, -1, null, null));
    }

    /** Everyone to everyone, of all sizes: what arrives names its place. */
    private static void anyOrder(Communicator comm, ActiveMessages active, int target) {
        int rounds = 24;
        int size = comm.size();
        byte[][] rooms = new byte[size * rounds][];
        ActiveCounter arrived = active.newCounter();
        active.register(message -> {
            int round = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            byte[] room = new byte[(int) message.lengthBytes()];
            rooms[message.source() * rounds + round] = room;
            return ActiveVector.of(room);
        });
        comm.barrier();
        ActiveCounter complete = active.newCounter();
        int[] lengths = {8, 0, 700, 40_000, 150_000, 1};
        for (int round = 0; round < rounds; round++) {
            for (int to = 0; to < size; to++) {
                byte[] data = bytes(lengths[round % lengths.length], comm.rank() + round);
                active.send(to, 0, new int[] {round}, ActiveVector.of(data), arrived.number(), null, complete);
            }
        }
        complete.await((long) rounds * size);
        arrived.await((long) rounds * size);
        for (int from = 0; from < size; from++) {
            for (int round = 0; round < rounds; round++) {
                byte[] expected = bytes(lengths[round % lengths.length], from + round);
                assertArrayEquals(expected, rooms[from * rounds + round]);
            }
        }
    }

    private static void busyTarget(Communicator comm, ActiveMessages active, int target) {
        int messages = 50;
        AtomicInteger arrived = new AtomicInteger();
        active.register(message -> {
            arrived.incrementAndGet();
            return null;
        });
        comm.barrier();
        if (isOrigin(comm)) {
            ActiveCounter complete = active.newCounter();
            for (int i = 0; i < messages; i++) {
                active.send(target, 0, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, complete);
                complete.await(1);
            }
        } else if (isTarget(comm)) {
            while (arrived.get() < messages) { // without a call of the endpoint
                Thread.yield();
            }
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
        byte[] data = bytes(count * bytes, 5);
        if (isOrigin(comm)) {
            memory.copyFrom(MemorySegment.ofArray(data));
            ActiveVector origin = ActiveVector.iovector(memories, forwards, lengths);
            active.send(target, 0, new byte[8], origin, counter.number(), null, counter);
            counter.await(1);
        } else if (isTarget(comm)) {
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
        if (isOrigin(comm)) {
            for (ActiveVector each : empty) {
                active.send(target, 0, null, each, counter.number(), counter, counter);
            }
            counter.await(2L * empty.length);
        } else if (isTarget(comm)) {
            counter.await(empty.length);
            assertEquals(empty.length, completed.get());
        }
    }
}
