package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.testkit.SeededRandom;

/**
 * Accesses of one word to many, in a row or with gaps at either side, to windows over an array, a segment or memory of
 * the library. Each access of an origin has a part of each target's memory, in which no other rank writes: so an origin
 * knows what it must find, and a target what it must have.
 */
final class LongAccessPhase {
    private static final int ACCESSES = 2; // of an origin in an epoch
    private static final int FEW_WORDS = 100;
    private static final int MANY_WORDS = 6_000;
    private static final int LONGEST_BLOCK = 40;
    private static final long GAP = -1; // in memory that an access must not touch

    private enum Kind {
        PUT,
        GET,
        ADD,
        GET_AND_ADD
    }

    /** Blocks of words, at a distance of which they have a part. */
    private record Shape(int words, int block, int stride) {
        static Shape of(int words, SeededRandom random) {
            int block = 1 + random.nextInt(LONGEST_BLOCK);
            while (words % block != 0) {
                block--;
            }
            return new Shape(words, block, random.nextBoolean() ? block : block + random.nextInt(block + 1));
        }

        int at(int word) {
            return word / block * stride + word % block;
        }

        int extent() {
            return at(words - 1) + 1;
        }

        DataLayout layout() {
            return block == stride
                    ? DataLayout.LONG.count(words)
                    : DataLayout.vector(words / block, block, stride, DataLayout.LONG)
                            .count(1);
        }
    }

    private record Access(
            int origin,
            int target,
            int slot,
            Kind kind,
            Shape there,
            Shape here,
            Shape result,
            boolean hasRequest,
            long seed) {
        long value(int word) {
            long mixed = (seed + word) * 0xBF58476D1CE4E5B9L;
            return mixed ^ mixed >>> 31;
        }
    }

    private final int size;
    private final int rank;
    private final int most; // words of an access
    private final int slotWords;
    private final Window window;
    private final long[] expected; // in this rank's memory
    private final long[][] written; // in this rank's slots at each other

    private LongAccessPhase(Communicator world, Window window, int most) {
        this.size = world.size();
        this.rank = world.rank();
        this.most = most;
        this.slotWords = slotWords(most);
        this.window = window;
        this.expected = new long[size * ACCESSES * slotWords];
        Arrays.setAll(expected, word -> first(rank, word));
        this.written = new long[size][ACCESSES * slotWords];
        for (int target = 0; target < size; target++) {
            int owner = target;
            Arrays.setAll(written[target], word -> first(owner, rank * ACCESSES * slotWords + word));
        }
    }

    /** Returns what a word has before the first access: no two are alike, so that each read shows where it has been. */
    private static long first(int rank, int word) {
        return (word + 1L) * 0x9E37_79B9_7F4A_7C15L + rank;
    }

    private void fill(Communicator own) {
        window.lockAll();
        window.put(expected, rank, 0);
        window.unlockAll();
        own.barrier();
        window.sync();
    }

    private static int slotWords(int most) {
        return 2 * most;
    }

    static void run(Communicator world, SeededRandom random) {
        int most = random.nextInt(4) == 0 ? MANY_WORDS : FEW_WORDS;
        int words = world.size() * ACCESSES * slotWords(most);
        long bytes = (long) words * Long.BYTES;
        try (Communicator own = world.duplicate();
                Arena arena = world.endpoint().newSharedArena()) {
            int memory = random.nextInt(3);
            try (Window window = switch (memory) {
                case 0 -> own.createWindow(new long[words]);
                case 1 -> own.createWindow(arena.allocate(bytes, Long.BYTES), Long.BYTES);
                default -> own.allocateWindow(bytes, Long.BYTES);
            }) {
                LongAccessPhase phase = new LongAccessPhase(own, window, most);
                phase.fill(own);
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    phase.epoch(own, random.nextBoolean(), phase.draw(random));
                }
            }
            own.barrier();
        }
    }

    private List<Access> draw(SeededRandom random) {
        List<Access> accesses = new ArrayList<>();
        for (int origin = 0; origin < size; origin++) {
            for (int slot = random.nextInt(ACCESSES + 1) - 1; slot >= 0; slot--) {
                int words = 1 + random.nextInt(most);
                accesses.add(new Access(
                        origin,
                        random.nextInt(size),
                        slot,
                        random.oneOf(Kind.values()),
                        Shape.of(words, random),
                        Shape.of(words, random),
                        Shape.of(words, random),
                        random.nextBoolean(),
                        random.nextLong()));
            }
        }
        return accesses;
    }

    private void epoch(Communicator own, boolean isFenced, List<Access> accesses) {
        List<Request> requests = new ArrayList<>();
        List<Runnable> looks = new ArrayList<>();
        if (isFenced) {
            window.fence();
        } else {
            window.lockAll();
        }
        for (Access each : accesses) {
            if (each.origin == rank) {
                start(each, isFenced ? null : requests, looks);
            }
        }
        if (isFenced) {
            window.fence();
        } else {
            window.unlockAll();
        }
        Request.awaitAll(requests.toArray(Request[]::new));
        looks.forEach(Runnable::run);
        accesses.forEach(this::note);
        own.barrier();
        window.sync();
        long[] has = new long[expected.length];
        window.lockAll();
        window.get(has, rank, 0);
        window.unlockAll();
        int wrong = Arrays.mismatch(expected, has);
        if (wrong >= 0) {
            throw new AssertionError("rank " + rank + " has " + has[wrong] + " in word " + wrong + " instead of "
                    + expected[wrong] + " after " + accesses);
        }
        own.barrier(); // before others change it
    }

    private void note(Access access) {
        if (access.kind == Kind.GET) {
            return;
        }
        if (access.target == rank) {
            apply(access, expected, (access.origin * ACCESSES + access.slot) * slotWords);
        }
        if (access.origin == rank) {
            apply(access, written[access.target], access.slot * slotWords);
        }
    }

    private static void apply(Access access, long[] memory, int from) {
        for (int word = 0; word < access.there.words; word++) {
            int at = from + access.there.at(word);
            memory[at] = access.value(word) + (access.kind == Kind.PUT ? 0 : memory[at]);
        }
    }

    private void start(Access access, List<Request> requests, List<Runnable> looks) {
        long[] values = gaps(access.here);
        long[] found = gaps(access.result);
        long[] wanted = found.clone();
        for (int word = 0; word < access.there.words; word++) {
            values[access.here.at(word)] = access.value(word);
            int at = access.slot * slotWords + access.there.at(word);
            wanted[access.result.at(word)] = written[access.target][at];
        }
        DataLayout here = access.here.layout();
        DataLayout there = access.there.layout();
        DataLayout result = access.result.layout();
        int target = access.target;
        long place = (long) (rank * ACCESSES + access.slot) * slotWords;
        boolean hasRequest = access.hasRequest && requests != null;
        switch (access.kind) {
            case PUT -> {
                if (hasRequest) {
                    requests.add(window.nonblocking().put(values, here, target, place, there));
                } else {
                    window.put(values, here, target, place, there);
                }
            }
            case GET -> {
                if (hasRequest) {
                    requests.add(window.nonblocking().get(found, result, target, place, there));
                } else {
                    window.get(found, result, target, place, there);
                }
            }
            case ADD -> {
                if (hasRequest) {
                    requests.add(window.nonblocking().accumulate(values, here, target, place, there, Operation.SUM));
                } else {
                    window.accumulate(values, here, target, place, there, Operation.SUM);
                }
            }
            case GET_AND_ADD -> {
                if (hasRequest) {
                    requests.add(window.nonblocking()
                            .getAccumulate(values, here, found, result, target, place, there, Operation.SUM));
                } else {
                    window.getAccumulate(values, here, found, result, target, place, there, Operation.SUM);
                }
            }
        }
        if (access.kind == Kind.GET || access.kind == Kind.GET_AND_ADD) {
            looks.add(() -> {
                int wrong = Arrays.mismatch(wanted, found);
                if (wrong >= 0) {
                    throw new AssertionError(access + " has found " + found[wrong] + " in word " + wrong
                            + " instead of " + wanted[wrong]);
                }
            });
        }
    }

    private static long[] gaps(Shape shape) {
        long[] memory = new long[shape.extent()];
        Arrays.fill(memory, GAP);
        return memory;
    }
}
