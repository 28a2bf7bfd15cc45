package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.SeededRandom;

/**
 * Active messages of all ranks to all, in any order: each header handler runs once, each completion handler after the
 * data, each counter moves once, each byte is in its place, and what a header handler throws is reported once.
 */
final class ActivePhase {
    /** One message, whose number is in its header. */
    private record Sent(
            int number,
            int origin,
            int target,
            int pieces,
            int pieceBytes,
            boolean isCompleted,
            Kind kind,
            Arrival arrival) {
        int lengthBytes() {
            return pieces * pieceBytes;
        }

        boolean hasCompletion() {
            return isCompleted && arrival != Arrival.THROWN;
        }
    }

    private enum Kind {
        GENERIC,
        IOVECTOR,
        STRIDED
    }

    /** What the header handler returns for the data. */
    private enum Arrival {
        /** A vector like the origin's. */
        SAME,
        /** Two other pieces, the second before the first; generic vectors only. */
        ROTATED,
        /** A piece for the first half, so that the rest is dropped; generic vectors only. */
        SHORT,
        /** None: all data is dropped. */
        NONE,
        /** Nothing: it throws, which is reported, and all data is dropped. */
        THROWN;

        static Arrival of(Kind kind, SeededRandom random) {
            Arrival drawn = random.oneOf(values());
            boolean isForAll = kind == Kind.GENERIC || drawn != ROTATED && drawn != SHORT;
            return isForAll && random.nextBoolean() ? drawn : SAME;
        }
    }

    private ActivePhase() {}

    static void run(Communicator world, SeededRandom random) {
        int size = world.size();
        int rank = world.rank();
        List<Sent> all = new ArrayList<>();
        long seed = random.nextLong();
        for (int i = random.nextInt(6 * size); i >= 0; i--) {
            int pieces = random.nextInt(5);
            int most = random.nextInt(8) == 0 ? 100_000 : 300;
            Kind kind = random.oneOf(Kind.values());
            all.add(new Sent(
                    all.size(),
                    random.nextInt(size),
                    random.nextInt(size),
                    pieces,
                    random.nextInt(most),
                    random.nextBoolean(),
                    kind,
                    Arrival.of(kind, random)));
        }
        byte[][] rooms = new byte[all.size()][];
        AtomicIntegerArray calls = new AtomicIntegerArray(all.size());
        AtomicIntegerArray completions = new AtomicIntegerArray(all.size());
        List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        try (Communicator own = world.duplicate()) {
            ActiveMessages active = own.activeMessages();
            active.onError((source, handler, error) -> errors.add(error));
            int handler = active.register(message -> {
                Sent sent = all.get(message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0));
                calls.incrementAndGet(sent.number);
                if (sent.arrival == Arrival.THROWN) {
                    throw new IllegalStateException("of the test");
                }
                if (sent.isCompleted) {
                    message.onCompletion(
                            _ -> {
                                check(sent, rooms[sent.number], seed);
                                completions.incrementAndGet(sent.number);
                            },
                            null);
                }
                return arrivalVector(sent, rooms[sent.number]);
            });
            ActiveCounter arrived = active.newCounter();
            ActiveCounter taken = active.newCounter();
            ActiveCounter completed = active.newCounter();
            for (Sent each : all) {
                if (each.target == rank) {
                    rooms[each.number] = new byte[room(each)];
                }
            }
            own.barrier();
            int mine = 0;
            int theirs = 0;
            int thrown = 0;
            for (Sent each : all) {
                theirs += each.target == rank ? 1 : 0;
                thrown += each.target == rank && each.arrival == Arrival.THROWN ? 1 : 0;
                if (each.origin == rank) {
                    mine++;
                    byte[] data = new byte[room(each)];
                    fill(each, data, seed);
                    active.send(
                            each.target,
                            handler,
                            new int[] {each.number},
                            vector(each, data),
                            arrived.number(),
                            taken,
                            completed);
                }
            }
            taken.await(mine);
            completed.await(mine);
            arrived.await(theirs);
            for (Sent each : all) {
                int expected = each.target == rank ? 1 : 0;
                if (calls.get(each.number) != expected
                        || completions.get(each.number) != (each.hasCompletion() ? expected : 0)) {
                    throw new AssertionError(each + ": calls=" + calls.get(each.number) + " completions="
                            + completions.get(each.number));
                }
                if (expected == 1) {
                    check(each, rooms[each.number], seed);
                }
            }
            boolean areErrorsRight = errors.size() == thrown
                    && errors.stream()
                            .allMatch(
                                    error -> error instanceof SennitException e && e.errorClass() == ErrorClass.OTHER);
            if (!areErrorsRight || arrived.value() + taken.value() + completed.value() != 0) {
                throw new AssertionError("errors=" + errors + " thrown=" + thrown + " counters=" + arrived + " " + taken
                        + " " + completed);
            }
            own.barrier();
        }
    }

    /** Strided blocks lie twice as far apart as they are long, and one byte. */
    private static int stride(Sent sent) {
        return sent.kind == Kind.STRIDED ? 2 * sent.pieceBytes + 1 : sent.pieceBytes;
    }

    private static int room(Sent sent) {
        return sent.pieces * stride(sent);
    }

    private static ActiveVector vector(Sent sent, byte[] memory) {
        if (sent.kind == Kind.STRIDED) {
            return ActiveVector.strided(memory, 0, sent.pieces, sent.pieceBytes, stride(sent));
        }
        Object[] memories = new Object[sent.pieces];
        long[] offsets = new long[sent.pieces];
        long[] lengths = new long[sent.pieces];
        for (int i = 0; i < sent.pieces; i++) {
            memories[i] = memory;
            offsets[i] = (long) i * sent.pieceBytes;
            lengths[i] = sent.pieceBytes;
        }
        return sent.kind == Kind.GENERIC
                ? ActiveVector.generic(memories, offsets, lengths)
                : ActiveVector.iovector(memories, offsets, lengths);
    }

    private static ActiveVector arrivalVector(Sent sent, byte[] memory) {
        int length = sent.lengthBytes();
        int first = length / 3;
        return switch (sent.arrival) {
            case ROTATED ->
                ActiveVector.generic(
                        new Object[] {memory, memory}, new long[] {length - first, 0}, new long[] {first, length - first
                        });
            case SHORT -> ActiveVector.generic(new Object[] {memory}, new long[] {0}, new long[] {length / 2});
            case NONE, THROWN -> null;
            case SAME -> vector(sent, memory);
        };
    }

    /** What is in the target's memory when all has arrived. */
    private static void fillArrived(Sent sent, byte[] memory, long seed) {
        byte[] bytes = bytes(sent, seed);
        int first = bytes.length / 3;
        switch (sent.arrival) {
            case ROTATED -> {
                System.arraycopy(bytes, 0, memory, bytes.length - first, first);
                System.arraycopy(bytes, first, memory, 0, bytes.length - first);
            }
            case SHORT -> System.arraycopy(bytes, 0, memory, 0, bytes.length / 2);
            case NONE, THROWN -> {}
            case SAME -> fill(sent, memory, seed);
        }
    }

    private static void fill(Sent sent, byte[] memory, long seed) {
        byte[] bytes = bytes(sent, seed);
        for (int i = 0; i < sent.pieces; i++) {
            System.arraycopy(bytes, i * sent.pieceBytes, memory, i * stride(sent), sent.pieceBytes);
        }
    }

    private static void check(Sent sent, byte[] memory, long seed) {
        byte[] expected = new byte[memory.length];
        fillArrived(sent, expected, seed); // and nothing between the blocks
        long at = MemorySegment.ofArray(expected).mismatch(MemorySegment.ofArray(memory));
        if (at >= 0) {
            throw new AssertionError(sent + " is wrong at byte " + at);
        }
    }

    private static byte[] bytes(Sent sent, long seed) {
        byte[] bytes = new byte[sent.lengthBytes()];
        new MessageBytes(seed + sent.number).next(bytes, 0, bytes.length);
        return bytes;
    }
}
