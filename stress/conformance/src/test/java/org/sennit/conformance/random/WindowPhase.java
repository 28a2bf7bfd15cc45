package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.AccessRequests;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.WindowAssertion;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.SeededRandom;

/**
 * Accesses to the windows of all ranks in epochs of every kind. Each rank draws what all do, and so knows what must be
 * in its memory after each epoch, and what each of its accesses must have found.
 *
 * <p>In an epoch the accesses of one origin to one target go to words of their own, in any order; and all origins add
 * to a common word.
 */
final class WindowPhase {
    private static final int MOST_ACCESSES = 6; // of an origin in an epoch

    private enum Epoch {
        FENCE,
        EXCLUSIVE,
        SHARED,
        LOCK_ALL,
        SEVERAL_LOCKS, // of one origin at once
        POST_START
    }

    private enum Kind {
        PUT(true),
        GET(true),
        ADD(true),
        REPLACE(true),
        GET_ACCUMULATE(true),
        FETCH_AND_OP(false),
        SWAP(false),
        SWAP_IN_VAIN(false),
        ADD_TO_COMMON(true);

        private final boolean isOfManyElements;

        Kind(boolean isOfManyElements) {
            this.isOfManyElements = isOfManyElements;
        }
    }

    /**
     * One access; word: within those that its origin has at each target.
     *
     * @param hasRequest whether it is made with a request where the epoch allows it
     * @param isSpread whether the elements lie at the origin as they do at the target, else side by side
     */
    private record Access(
            int origin,
            int target,
            int word,
            Kind kind,
            WindowElements elements,
            boolean hasRequest,
            boolean isSpread,
            long value) {
        Operation operation() {
            return kind == Kind.ADD_TO_COMMON ? Operation.SUM : elements.operation(value);
        }
    }

    private final Communicator world;
    private final int size;
    private final int rank;
    private final int words;
    private final MemorySegment[] expected; // by rank
    private final Window window;
    private final long[] bases; // of the displacements in bytes, by rank
    private final int[] units; // of the displacements, by rank
    private final MemorySegment memory;

    private WindowPhase(Communicator world, Window window, MemorySegment memory, long base) {
        this.world = world;
        this.size = world.size();
        this.rank = world.rank();
        this.words = words(size);
        this.expected = new MemorySegment[size];
        Arrays.setAll(expected, _ -> MemorySegment.ofArray(new long[words]));
        this.window = window;
        this.memory = memory;
        this.bases = new long[size];
        world.allgather(new long[] {base}, bases);
        this.units = new int[size];
        Arrays.setAll(units, window::displacementUnit);
    }

    private static int words(int size) {
        return size * MOST_ACCESSES * WindowElements.Words.values().length + 1;
    }

    static void run(Communicator world, SeededRandom random) {
        long bytes = words(world.size()) * (long) Long.BYTES;
        int shift = random.nextInt(8);
        int unit = shift > 3 ? 1 : 1 << (shift + world.rank()) % 4; // of each rank
        try (Communicator own = world.duplicate();
                Arena arena = world.endpoint().newSharedArena()) {
            switch (random.nextInt(6)) {
                case 0 -> over(own, MemorySegment.ofArray(new long[(int) bytes / Long.BYTES]), unit, random);
                case 1 ->
                    over(
                            own,
                            MemorySegment.ofBuffer(ByteBuffer.allocateDirect((int) bytes + 8)
                                            .alignedSlice(8))
                                    .asSlice(0, bytes),
                            unit,
                            random);
                case 2 -> over(own, arena.allocate(bytes, Long.BYTES), unit, random);
                case 3 -> over(own, own.allocateWindow(bytes, unit), random);
                case 4 -> over(own, sharedWindow(own, bytes, unit), random);
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

    private static Window sharedWindow(Communicator own, long bytes, int unit) {
        try {
            return own.allocateSharedWindow(bytes, unit);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.UNSUPPORTED) { // where processes share no memory
                throw e;
            }
            return own.allocateWindow(bytes, unit);
        }
    }

    private static void over(Communicator own, MemorySegment memory, int unit, SeededRandom random) {
        try (Window window = own.createWindow(memory, unit)) {
            new WindowPhase(own, window, memory, 0).epochs(random);
        }
    }

    private static void over(Communicator own, Window allocated, SeededRandom random) {
        try (allocated) {
            new WindowPhase(own, allocated, (MemorySegment) allocated.memory(), 0).epochs(random);
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
                Kind kind = random.oneOf(Kind.values());
                WindowElements elements =
                        kind == Kind.ADD_TO_COMMON ? WindowElements.LONG : random.oneOf(WindowElements.values());
                if (!isFor(kind, elements)) {
                    elements = WindowElements.INT;
                }
                accesses.add(new Access(
                        origin,
                        target,
                        word,
                        kind,
                        elements,
                        random.nextBoolean(),
                        random.nextBoolean(),
                        1 + random.nextInt(100)));
            }
        }
        return accesses;
    }

    private static boolean isFor(Kind kind, WindowElements elements) {
        return switch (kind) {
            case FETCH_AND_OP -> elements.isOne();
            case SWAP, SWAP_IN_VAIN -> elements.isComparable();
            default -> true;
        };
    }

    /** Does this rank's accesses, and notes what all have done. */
    private void run(Epoch epoch, List<Access> accesses) {
        List<Runnable> looks = new ArrayList<>();
        List<Request> requests = new ArrayList<>();
        List<Access> mine =
                accesses.stream().filter(each -> each.origin == rank).toList();
        switch (epoch) {
            case FENCE -> {
                window.fence();
                mine.forEach(each -> start(each, null, looks));
                window.fence();
            }
            case EXCLUSIVE, SHARED -> {
                LockKind kind = epoch == Epoch.SHARED ? LockKind.SHARED : LockKind.EXCLUSIVE;
                for (Access each : mine) {
                    window.lock(kind, each.target);
                    start(each, requests, looks);
                    window.unlock(each.target);
                }
            }
            case LOCK_ALL -> {
                window.lockAll();
                for (Access each : mine) {
                    start(each, requests, looks);
                    switch ((int) (each.value / 6 % 8)) {
                        case 0 -> window.flush(each.target);
                        case 1 -> window.flushLocal(each.target);
                        case 2 -> window.flushLocalAll();
                        case 3 -> Request.awaitAll(requests.toArray(Request[]::new));
                        case 4 -> flushAll(requests);
                        default -> {} // under way
                    }
                }
                window.unlockAll();
            }
            case SEVERAL_LOCKS -> {
                // In ascending order, so that no two ranks wait for each other.
                int[] targets = mine.stream()
                        .mapToInt(Access::target)
                        .distinct()
                        .sorted()
                        .toArray();
                for (int target : targets) {
                    window.lock(target % 2 == 0 ? LockKind.EXCLUSIVE : LockKind.SHARED, target);
                }
                mine.forEach(each -> start(each, requests, looks));
                if (targets.length > 0) { // else no epoch is open
                    flushAll(requests);
                }
                for (int target : targets) {
                    window.unlock(target);
                }
            }
            case POST_START -> {
                Group others = world.group().exclude(rank);
                window.post(others);
                window.start(others);
                mine.forEach(each -> start(each, null, looks));
                window.complete();
                window.waitFor();
            }
        }
        Request.awaitAll(requests.toArray(Request[]::new));
        looks.forEach(Runnable::run);
        accesses.forEach(this::note);
        world.barrier(); // all have ended their epochs
    }

    private void flushAll(List<Request> requests) {
        window.flushAll();
        for (Request each : requests) {
            if (!each.isComplete()) {
                throw new AssertionError("rank " + rank + ": not complete after flushAll: " + each);
            }
        }
    }

    private int at(Access access) {
        return access.kind == Kind.ADD_TO_COMMON
                ? words - 1
                : (access.elements.words().ordinal() * size + access.origin) * MOST_ACCESSES + access.word;
    }

    private void note(Access access) {
        MemorySegment there = expected[access.target];
        long at = (long) at(access) * Long.BYTES;
        switch (access.kind) {
            case PUT, REPLACE, SWAP -> access.elements.set(there, at, access.value);
            case GET, SWAP_IN_VAIN -> {}
            case ADD, GET_ACCUMULATE, FETCH_AND_OP, ADD_TO_COMMON ->
                access.elements.combine(there, at, access.value, access.operation());
        }
    }

    /**
     * Starts an access of this rank; what it must have found is looked at after the epoch.
     *
     * @param requests takes the request, where the epoch allows one; null elsewhere
     */
    private void start(Access access, List<Request> requests, List<Runnable> looks) {
        int target = access.target;
        WindowElements elements = access.elements;
        long at = (long) at(access) * Long.BYTES;
        long place = (bases[target] + at) / units[target];
        boolean isSpread = access.isSpread && access.kind.isOfManyElements;
        MemorySegment value = elements.packed(access.value);
        if (isSpread) {
            value = MemorySegment.ofArray(new long[1]);
            elements.set(value, 0, access.value);
        }
        MemorySegment before = side(elements, isSpread, expected[target], at);
        MemorySegment found = access.kind == Kind.GET
                ? side(elements, isSpread, inverted(expected[target], at), 0)
                : side(elements, isSpread, expected[target], at);
        DataLayout side = isSpread ? elements.layout() : elements.packedLayout();
        DataLayout there = elements.layout();
        boolean hasRequest = access.hasRequest && requests != null;
        AccessRequests nonblocking = window.nonblocking();
        switch (access.kind) {
            case PUT -> {
                if (hasRequest) {
                    requests.add(nonblocking.put(value, side, target, place, there));
                } else {
                    window.put(value, side, target, place, there);
                }
            }
            case GET -> {
                if (hasRequest) {
                    requests.add(nonblocking.get(found, side, target, place, there));
                } else {
                    window.get(found, side, target, place, there);
                }
            }
            case ADD, ADD_TO_COMMON, REPLACE -> {
                Operation operation = access.kind == Kind.REPLACE ? Operation.REPLACE : access.operation();
                if (hasRequest) {
                    requests.add(nonblocking.accumulate(value, side, target, place, there, operation));
                } else {
                    window.accumulate(value, side, target, place, there, operation);
                }
            }
            case GET_ACCUMULATE -> {
                Operation operation = access.operation();
                if (hasRequest) {
                    requests.add(nonblocking.getAccumulate(value, side, found, side, target, place, there, operation));
                } else {
                    window.getAccumulate(value, side, found, side, target, place, there, operation);
                }
            }
            case FETCH_AND_OP -> {
                if (hasRequest) {
                    requests.add(nonblocking.fetchAndOp(value, found, side, target, place, access.operation()));
                } else {
                    window.fetchAndOp(value, found, side, target, place, access.operation());
                }
            }
            case SWAP, SWAP_IN_VAIN -> {
                MemorySegment wanted = elements.packed(expected[target], at);
                if (access.kind == Kind.SWAP_IN_VAIN) {
                    wanted.set(ValueLayout.JAVA_BYTE, 0, (byte) ~wanted.get(ValueLayout.JAVA_BYTE, 0));
                }
                if (hasRequest) {
                    requests.add(nonblocking.compareAndSwap(value, wanted, found, side, target, place));
                } else {
                    window.compareAndSwap(value, wanted, found, side, target, place);
                }
            }
        }
        looks.add(() -> {
            if (found.mismatch(before) >= 0) {
                throw new AssertionError(access + " has found " + Arrays.toString(found.toArray(ValueLayout.JAVA_BYTE))
                        + " instead of " + Arrays.toString(before.toArray(ValueLayout.JAVA_BYTE)));
            }
        });
    }

    /** Elements of a word as they lie at the origin, and nothing in the gaps. */
    private static MemorySegment side(WindowElements elements, boolean isSpread, MemorySegment from, long word) {
        if (!isSpread) {
            return elements.packed(from, word);
        }
        MemorySegment spread = MemorySegment.ofArray(new long[1]);
        elements.copy(from, word, spread, 0);
        return spread;
    }

    private static MemorySegment inverted(MemorySegment from, long word) {
        return MemorySegment.ofArray(new long[] {~from.get(ValueLayout.JAVA_LONG_UNALIGNED, word)});
    }

    private void check(Epoch epoch) {
        window.sync();
        if (memory.mismatch(expected[rank]) >= 0) {
            throw new AssertionError("after " + epoch + " rank " + rank + " has " + text(memory) + " instead of "
                    + text(expected[rank]));
        }
        world.barrier(); // before others change it
    }

    private static String text(MemorySegment memory) {
        return Arrays.toString(memory.toArray(ValueLayout.JAVA_LONG_UNALIGNED));
    }
}
