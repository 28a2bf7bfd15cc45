package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Predicate;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.SeededRandom;

/**
 * Active messages of all ranks to all, in any order: each header handler runs once, each completion handler after the
 * data, each counter moves once where there is one, each byte is in its place, also of answers, and what a header
 * handler throws is reported once. In the end a rank gives up another one, and resumes it.
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
            Arrival arrival,
            int answerBytes,
            int counters) {
        int lengthBytes() {
            return pieces * pieceBytes;
        }

        boolean hasCompletion() {
            return isCompleted && arrival != Arrival.THROWN;
        }

        /** Returns whether the header handler answers. */
        boolean isAnswered() {
            return answerBytes > 0 && arrival != Arrival.THROWN;
        }

        /** Returns a counter where the message has it, else null. */
        ActiveCounter given(int which, ActiveCounter counter) {
            return has(which) ? counter : null;
        }

        boolean has(int which) {
            return (counters & which) != 0;
        }
    }

    // The counters of a message; any may be missing.
    private static final int TARGET = 1;
    private static final int ORIGIN = 2;
    private static final int COMPLETION = 4;
    private static final int ALL = TARGET | ORIGIN | COMPLETION;

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

    // The same at all ranks: the number of the handler of answers, and of the counter that they move.
    private static final int ANSWER = 1;
    private static final int ANSWERED = 1;

    /** The number of the handler of messages after a purge. */
    private static final int RESUMED = 2;

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
                    Arrival.of(kind, random),
                    random.nextInt(3) == 0 ? 1 + random.nextInt(most) : 0,
                    random.nextInt(ALL + 1)));
        }
        byte[][] answers = new byte[all.size()][];
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
                if (sent.isAnswered()) {
                    int[] number = {sent.number};
                    ActiveVector data = ActiveVector.of(answer(sent, seed));
                    active.reply(message, ANSWER, number, data, ANSWERED, null, null);
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
            ActiveCounter answered = active.newCounter();
            ActiveCounter taken = active.newCounter();
            ActiveCounter completed = active.newCounter();
            active.register(ANSWER, message -> {
                int number = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                return ActiveVector.of(answers[number]);
            });
            active.register(RESUMED, _ -> null);
            for (Sent each : all) {
                if (each.target == rank) {
                    rooms[each.number] = new byte[room(each)];
                }
                if (each.origin == rank) {
                    answers[each.number] = new byte[each.answerBytes];
                }
            }
            own.barrier();
            int thrown = 0;
            for (Sent each : all) {
                thrown += each.target == rank && each.arrival == Arrival.THROWN ? 1 : 0;
                if (each.origin == rank) {
                    byte[] data = new byte[room(each)];
                    fill(each, data, seed);
                    active.send(
                            each.target,
                            handler,
                            new int[] {each.number},
                            vector(each, data),
                            each.has(TARGET) ? arrived.number() : ActiveMessages.NO_COUNTER,
                            each.given(ORIGIN, taken),
                            each.given(COMPLETION, completed));
                }
            }
            taken.await(count(all, each -> each.origin == rank && each.has(ORIGIN)));
            completed.await(count(all, each -> each.origin == rank && each.has(COMPLETION)));
            arrived.await(count(all, each -> each.target == rank && each.has(TARGET)));
            answered.await(count(all, each -> each.origin == rank && each.isAnswered()));
            active.fence(); // those without counters
            own.barrier();
            for (Sent each : all) { // completion handlers may still run
                while (each.target == rank && each.hasCompletion() && completions.get(each.number) == 0) {
                    active.poll();
                }
            }
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
                if (each.origin == rank && each.isAnswered()) {
                    checkAnswer(each, answers[each.number], seed);
                }
            }
            boolean areErrorsRight = errors.size() == thrown
                    && errors.stream()
                            .allMatch(
                                    error -> error instanceof SennitException e && e.errorClass() == ErrorClass.OTHER);
            if (!areErrorsRight || arrived.value() + taken.value() + completed.value() + answered.value() != 0) {
                throw new AssertionError("errors=" + errors + " thrown=" + thrown + " counters=" + arrived + " " + taken
                        + " " + completed + " " + answered);
            }
            own.barrier();
            purge(own, active, random.nextInt(size), random.nextInt(size), completed);
            own.barrier();
        }
    }

    private static int count(List<Sent> all, Predicate<Sent> which) {
        return (int) all.stream().filter(which).count();
    }

    /** One rank gives up another one, sends without effect, and sends again when it has resumed it. */
    private static void purge(
            Communicator own, ActiveMessages active, int purger, int target, ActiveCounter completed) {
        if (own.rank() != purger) {
            return;
        }
        active.purge(target);
        try {
            active.send(target, ANSWER, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed);
            throw new AssertionError("sent to a purged target");
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.REQUEST) {
                throw e;
            }
        }
        active.resume(target);
        active.send(target, RESUMED, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed);
        completed.await(1);
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

    private static byte[] answer(Sent sent, long seed) {
        byte[] bytes = new byte[sent.answerBytes];
        new MessageBytes(~seed + sent.number).next(bytes, 0, bytes.length);
        return bytes;
    }

    private static void checkAnswer(Sent sent, byte[] memory, long seed) {
        int at = Arrays.mismatch(answer(sent, seed), memory);
        if (at >= 0) {
            throw new AssertionError("the answer to " + sent + " is wrong at byte " + at);
        }
    }

    private static byte[] bytes(Sent sent, long seed) {
        byte[] bytes = new byte[sent.lengthBytes()];
        new MessageBytes(seed + sent.number).next(bytes, 0, bytes.length);
        return bytes;
    }
}
