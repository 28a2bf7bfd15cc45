package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.WindowAssertion;
import org.sennit.testkit.SeededRandom;

/**
 * Accesses to the windows of all ranks in epochs of every kind. Each rank draws what all do, and so knows what must be in its memory
 * after each epoch, and what each of its accesses must have found.
 *
 * <p>In an epoch the accesses of one origin to one target go to words of their own, in any order; and all origins add to a common word.
 */
final class WindowPhase {
    private static final int MOST_ACCESSES = 6; // of an origin in an epoch

    private enum Epoch {
        FENCE,
        EXCLUSIVE,
        SHARED,
        LOCK_ALL,
        POST_START
    }

    private enum Kind {
        PUT,
        GET,
        ADD,
        REPLACE,
        GET_ACCUMULATE,
        FETCH_AND_OP,
        SWAP,
        SWAP_IN_VAIN,
        ADD_TO_COMMON
    }

    /** One access; word: within those that its origin has at each target. */
    private record Access(int origin, int target, int word, Kind kind, long value) {}

    private final Communicator world;
    private final int size;
    private final int rank;
    private final int words;
    private final long[][] expected; // by rank
    private final Window window;
    private final long[] bases; // of the displacements, by rank
    private final MemorySegment memory;

    private WindowPhase(Communicator world, Window window, MemorySegment memory, long base) {
        this.world = world;
        this.size = world.size();
        this.rank = world.rank();
        this.words = words(size);
        this.expected = new long[size][words];
        this.window = window;
        this.memory = memory;
        this.bases = new long[size];
        world.allgather(new long[] {base}, bases);
    }

    private static int words(int size) {
        return size * MOST_ACCESSES + 1;
    }

    static void run(Communicator world, SeededRandom random) {
        long bytes = words(world.size()) * (long) Long.BYTES;
        try (Communicator own = world.duplicate();
                Arena arena = world.endpoint().newSharedArena()) {
            switch (random.nextInt(5)) {
                case 0 -> over(own, MemorySegment.ofArray(new long[(int) bytes / Long.BYTES]), random);
                case 1 ->
                    over(
                            own,
                            MemorySegment.ofBuffer(ByteBuffer.allocateDirect((int) bytes + 8)
                                            .alignedSlice(8))
                                    .asSlice(0, bytes),
                            random);
                case 2 -> over(own, arena.allocate(bytes, Long.BYTES), random);
                case 3 -> {
                    try (Window window = own.allocateWindow(bytes, 1)) {
                        new WindowPhase(own, window, (MemorySegment) window.memory(), 0).epochs(random);
                    }
                }
                default -> {
                    try (Window window = own.createDynamicWindow()) {
                        MemorySegment memory = MemorySegment.ofArray(new long[(int) bytes / Long.BYTES]);
                        new WindowPhase(own, window, memory, window.attach(memory)).epochs(random);
                    }
                }
            }
            own.barrier();
        }
    }

    private static void over(Communicator own, MemorySegment memory, SeededRandom random) {
        try (Window window = own.createWindow(memory, 1)) {
            new WindowPhase(own, window, memory, 0).epochs(random);
        }
    }

    private void epochs(SeededRandom random) {
        boolean isFenced = false;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Epoch epoch = random.oneOf(Epoch.values());
            boolean toOthers = epoch == Epoch.POST_START;
            List<Access> accesses = draw(random, toOthers && size > 1);
            if (isFenced && epoch != Epoch.FENCE) {
                window.fence(WindowAssertion.NO_SUCCEED);
            }
            isFenced = epoch == Epoch.FENCE;
            run(size == 1 && toOthers ? Epoch.LOCK_ALL : epoch, accesses);
            check(epoch);
        }
        if (isFenced) {
            window.fence(WindowAssertion.NO_SUCCEED);
        }
    }

    private List<Access> draw(SeededRandom random, boolean toOthers) {
        List<Access> accesses = new ArrayList<>();
        for (int origin = 0; origin < size; origin++) {
            int count = random.nextInt(MOST_ACCESSES + 1);
            for (int word = 0; word < count; word++) {
                int target = toOthers ? (origin + 1 + random.nextInt(size - 1)) % size : random.nextInt(size);
                accesses.add(new Access(origin, target, word, random.oneOf(Kind.values()), 1 + random.nextInt(1000)));
            }
        }
        return accesses;
    }

    /** Does this rank's accesses, and notes what all have done. */
    private void run(Epoch epoch, List<Access> accesses) {
        List<Runnable> looks = new ArrayList<>();
        List<Access> mine =
                accesses.stream().filter(each -> each.origin == rank).toList();
        switch (epoch) {
            case FENCE -> {
                window.fence();
                mine.forEach(each -> start(each, looks));
                window.fence();
            }
            case EXCLUSIVE, SHARED -> {
                LockKind kind = epoch == Epoch.SHARED ? LockKind.SHARED : LockKind.EXCLUSIVE;
                for (Access each : mine) {
                    window.lock(kind, each.target);
                    start(each, looks);
                    window.unlock(each.target);
                }
            }
            case LOCK_ALL -> {
                window.lockAll();
                for (Access each : mine) {
                    start(each, looks);
                    if (each.value % 3 == 0) {
                        window.flush(each.target);
                    }
                }
                window.unlockAll();
            }
            case POST_START -> {
                Group others = world.group().exclude(rank);
                window.post(others);
                window.start(others);
                mine.forEach(each -> start(each, looks));
                window.complete();
                window.waitFor();
            }
        }
        looks.forEach(Runnable::run);
        accesses.forEach(this::note);
        world.barrier(); // all have ended their epochs
    }

    private int at(Access access) {
        return access.kind == Kind.ADD_TO_COMMON ? words - 1 : access.origin * MOST_ACCESSES + access.word;
    }

    private void note(Access access) {
        long[] there = expected[access.target];
        int at = at(access);
        switch (access.kind) {
            case PUT, REPLACE, SWAP -> there[at] = access.value;
            case GET, SWAP_IN_VAIN -> {}
            case ADD, GET_ACCUMULATE, FETCH_AND_OP, ADD_TO_COMMON -> there[at] += access.value;
        }
    }

    /** Starts an access of this rank; what it must have found is looked at after the epoch. */
    private void start(Access access, List<Runnable> looks) {
        int target = access.target;
        long place = bases[target] + (long) at(access) * Long.BYTES;
        long before = expected[target][at(access)];
        long[] value = {access.value};
        long[] found = {before};
        switch (access.kind) {
            case PUT -> window.put(value, target, place);
            case GET -> {
                found[0] = ~before;
                window.get(found, target, place);
            }
            case ADD, ADD_TO_COMMON -> window.accumulate(value, target, place, Operation.SUM);
            case REPLACE -> window.accumulate(value, target, place, Operation.REPLACE);
            case GET_ACCUMULATE -> window.getAccumulate(value, found, target, place, Operation.SUM);
            case FETCH_AND_OP -> window.fetchAndOp(value, found, target, place, Operation.SUM);
            case SWAP -> window.compareAndSwap(value, new long[] {before}, found, target, place);
            case SWAP_IN_VAIN -> window.compareAndSwap(value, new long[] {before + 1}, found, target, place);
        }
        looks.add(() -> {
            if (found[0] != before) {
                throw new AssertionError(access + " has found " + found[0] + " instead of " + before);
            }
        });
    }

    private void check(Epoch epoch) {
        window.sync();
        long[] seen = memory.toArray(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder()));
        if (!Arrays.equals(seen, expected[rank])) {
            throw new AssertionError("after " + epoch + " rank " + rank + " has " + Arrays.toString(seen)
                    + " instead of " + Arrays.toString(expected[rank]));
        }
        world.barrier(); // before others change it
    }
}
