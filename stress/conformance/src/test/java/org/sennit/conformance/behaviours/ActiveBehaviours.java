package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.active.HeaderHandler;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Active messages from rank 0 to the last rank: counters, handlers, order. Vectors of data are in
 * {@link ActiveVectorBehaviours}.
 */
final class ActiveBehaviours {
    private ActiveBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                ActiveEnds.behaviour(
                        "115 theCompletionHandlerReturnsBeforeTheCountersMove", ActiveBehaviours::counterOrder),
                ActiveEnds.behaviour("116 anyCounterMayBeLeftOut", ActiveBehaviours::nullCounters),
                ActiveEnds.behaviour("124 aHandlerThatThrowsIsReported", ActiveBehaviours::throwing),
                ActiveEnds.behaviour("125 theOriginMayChangeItsDataAtOnce", ActiveBehaviours::reuse),
                ActiveEnds.behaviour("127 completionHandlersAnswerEachOther", ActiveBehaviours::pingPong),
                ActiveEnds.behaviour("headerHandlersAnswer", ActiveBehaviours::answers),
                ActiveEnds.behaviour("128 aMessageToItself", ActiveBehaviours::toSelf),
                ActiveEnds.behaviour("129 manyInAnyOrder", ActiveBehaviours::anyOrder),
                ActiveEnds.behaviour("handlersRunWhileTheTargetComputes", ActiveBehaviours::busyTarget));
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
        if (ActiveEnds.isOrigin(comm)) {
            ActiveCounter origin = active.newCounter();
            active.send(target, 0, null, ActiveVector.EMPTY, counter.number(), origin, counter);
            origin.await(1);
            active.fence(); // of data: the handler has not returned
            assertEquals(0, counter.value());
            comm.send(new int[1], target, 1);
            counter.await(1);
        } else if (ActiveEnds.isTarget(comm)) {
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
        if (ActiveEnds.isOrigin(comm)) {
            for (int which = 0; which < 8; which++) {
                int remote = (which & 1) == 0 ? ActiveMessages.NO_COUNTER : counter.number();
                ActiveCounter origin = (which & 2) == 0 ? null : counter;
                ActiveCounter completion = (which & 4) == 0 ? null : counter;
                active.send(target, 0, null, ActiveVector.EMPTY, remote, origin, completion);
            }
            counter.await(8);
            active.fence();
        }
        if (ActiveEnds.isTarget(comm)) {
            counter.await(4);
        }
        comm.barrier();
        assertEquals(ActiveEnds.isTarget(comm) ? 8 : 0, arrived.get());
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
        if (ActiveEnds.isOrigin(comm)) {
            for (int handler : new int[] {1, 10, 1}) {
                active.send(
                        target,
                        handler,
                        null,
                        ActiveVector.of(ActiveEnds.bytes(8, 3)),
                        counter.number(),
                        counter,
                        counter);
            }
            counter.await(6);
        } else if (ActiveEnds.isTarget(comm)) {
            counter.await(3);
            assertEquals(12, reported.get());
            assertArrayEquals(ActiveEnds.bytes(8, 3), memory);
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
        if (ActiveEnds.isOrigin(comm)) {
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
        } else if (ActiveEnds.isTarget(comm)) {
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
        if (ActiveEnds.isOrigin(comm)) {
            active.send(target, 0, new long[] {0}, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
        }
        if (ActiveEnds.isOrigin(comm) || ActiveEnds.isTarget(comm)) {
            done.await(1);
        }
    }

    /**
     * Everyone asks everyone for numbers at once, itself as well: a header handler sends them, or reports why it
     * cannot.
     */
    private static void answers(Communicator comm, ActiveMessages active, int target) {
        int most = 20_000; // longs: more than a first packet has
        long[] numbers = new long[most];
        Arrays.setAll(numbers, i -> i * 31L + comm.rank());
        ActiveVector data = ActiveVector.of(numbers);
        long[][] rooms = new long[comm.size()][];
        ActiveCounter answered = active.newCounter();
        ActiveCounter read = active.newCounter();
        ActiveCounter complete = active.newCounter();
        List<ErrorClass> second = new CopyOnWriteArrayList<>();
        active.register(0, message -> {
            int count = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            int[] header = {comm.rank()};
            ActiveVector asked = count == most ? data : ActiveVector.of(Arrays.copyOf(numbers, count));
            if (count == 700) {
                active.replyThen(message, 1, header, asked, answered.number(), () -> read.add(1), complete);
            } else {
                active.reply(message, 1, header, asked, answered.number(), read, complete);
            }
            header[0] = -1; // the header has been copied
            second.add(
                    assertThrows(SennitException.class, () -> active.reply(message, 1, header, asked, -1, null, null))
                            .errorClass());
            return null;
        });
        active.register(1, message -> {
            int from = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            assertEquals(from, message.source());
            rooms[from] = new long[(int) (message.lengthBytes() / Long.BYTES)];
            return ActiveVector.of(rooms[from]);
        });
        comm.barrier();
        int[] counts = {1, 0, 700, most};
        for (int count : counts) {
            for (int to = 0; to < comm.size(); to++) {
                active.send(to, 0, new int[] {count}, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
            }
            answered.await(comm.size());
            read.await(comm.size());
            complete.await(comm.size());
            for (int from = 0; from < comm.size(); from++) {
                assertEquals(count, rooms[from].length);
                for (int i = 0; i < count; i++) {
                    assertEquals(i * 31L + from, rooms[from][i]);
                }
            }
        }
        assertEquals(Collections.nCopies(counts.length * comm.size(), ErrorClass.REQUEST), second);
    }

    private static void toSelf(Communicator comm, ActiveMessages active, int target) {
        ActiveCounter counter = active.newCounter();
        byte[] memory = new byte[100];
        AtomicInteger completed = new AtomicInteger();
        active.register(message -> {
            message.onCompletion(ignored -> completed.incrementAndGet(), null);
            return ActiveVector.of(memory);
        });
        active.send(
                comm.rank(),
                0,
                null,
                ActiveVector.of(ActiveEnds.bytes(100, comm.rank())),
                counter.number(),
                counter,
                counter);
        counter.await(3);
        assertEquals(1, completed.get());
        assertArrayEquals(ActiveEnds.bytes(100, comm.rank()), memory);
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
                byte[] data = ActiveEnds.bytes(lengths[round % lengths.length], comm.rank() + round);
                active.send(to, 0, new int[] {round}, ActiveVector.of(data), arrived.number(), null, complete);
            }
        }
        complete.await((long) rounds * size);
        arrived.await((long) rounds * size);
        for (int from = 0; from < size; from++) {
            for (int round = 0; round < rounds; round++) {
                byte[] expected = ActiveEnds.bytes(lengths[round % lengths.length], from + round);
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
        if (ActiveEnds.isOrigin(comm)) {
            ActiveCounter complete = active.newCounter();
            for (int i = 0; i < messages; i++) {
                active.send(target, 0, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, complete);
                complete.await(1);
            }
        } else if (ActiveEnds.isTarget(comm)) {
            while (arrived.get() < messages) { // without a call of the endpoint
                Thread.yield();
            }
        }
    }
}
