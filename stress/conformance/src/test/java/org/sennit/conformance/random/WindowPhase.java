package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>In an epoch the accesses of one origin to one target go to words of their own, in any order; and all origins
 * update a common word, with one operation on elements of one type. An epoch of a second window may lie within that of
 * a first.
 */
final class WindowPhase implements AutoCloseable {
    private static final int MOST_ACCESSES = 6; // of an origin in an epoch
    private static final int KINDS_OF_WORDS = WindowElements.Words.values().length;

    private enum Epoch {
        FENCE,
        EXCLUSIVE,
        SHARED,
        LOCK_ALL,
        SEVERAL_LOCKS, // of one origin at once
        POST_START;

        boolean isOfLocks() {
            return this != FENCE && this != POST_START;
        }
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
        UPDATE_COMMON(true);

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
     * @param value draws the operation, too
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
            return elements.operation(value);
        }
    }

    /**
     * One epoch of all.
     *
     * @param isUnchecked whether locks that conflict with none are taken without a check, and so are posts
     */
    private record Drawn(Epoch epoch, boolean isUnchecked, List<Access> accesses) {}

    private final Communicator world;
    private final int size;
    private final int rank;
    private final int words;
    private final MemorySegment[] expected; // by rank
    private final Window window;
    private final long[] bases; // of the displacements in bytes, by rank
    private final int[] units; // of the displacements, by rank
    private final MemorySegment memory;
    private final boolean hasLocks;
    private boolean isFenced;

    private WindowPhase(Communicator world, Window window, MemorySegment memory, long base) {
        this.world = world;
        this.size = world.size();
        this.rank = world.rank();
        this.words = words(size);
        this.expected = new MemorySegment[size];
        Arrays.setAll(expected, _ -> MemorySegment.ofArray(new long[words]));
        this.window = window;
        this.memory = memory;
        this.hasLocks = window.info().get("no_locks").equals("false");
        this.bases = new long[size];
        world.allgather(new long[] {base}, bases);
        this.units = new int[size];
        Arrays.setAll(units, window::displacementUnit);
    }

    private static int words(int size) {
        return (size * MOST_ACCESSES + 1) * KINDS_OF_WORDS;
    }

    static void run(Communicator world, SeededRandom random) {
        try (Communicator own = world.duplicate();
                Arena arena = world.endpoint().newSharedArena();
                WindowPhase first = open(own, arena, random)) {
            if (random.nextInt(3) == 0) {
                try (WindowPhase second = open(own, arena, random)) {
                    first.epochs(random, second);
                }
            } else {
                first.epochs(random, null);
            }
            own.barrier();
        }
    }

    private static WindowPhase open(Communicator own, Arena arena, SeededRandom random) {
        int words = words(own.size());
        long bytes = words * (long) Long.BYTES;
        int shift = random.nextInt(8);
        int unit = shift > 3 ? 1 : 1 << (shift + own.rank()) % 4; // of each rank
        Map<String, String> hints = hints(random, shift > 3);
        return switch (random.nextInt(6)) {
            case 0 -> over(own, MemorySegment.ofArray(new long[words]), unit, hints);
            case 1 -> {
                ByteBuffer buffer = ByteBuffer.allocateDirect((int) bytes + 8).alignedSlice(8);
                yield over(own, MemorySegment.ofBuffer(buffer).asSlice(0, bytes), unit, hints);
            }
            case 2 -> over(own, arena.allocate(bytes, Long.BYTES), unit, hints);
            case 3 -> over(own, own.allocateWindow(bytes, unit, hints));
            case 4 -> over(own, sharedWindow(own, bytes, unit, hints));
            default -> {
                Window window = own.createDynamicWindow(hints);
                MemorySegment memory = MemorySegment.ofArray(new long[words]);
                yield new WindowPhase(own, window, memory, window.attach(memory));
            }
        };
    }

    /** Draws hints that are the same on all ranks, and that they keep to. */
    private static Map<String, String> hints(SeededRandom random, boolean isOfOneUnit) {
        Map<String, String> hints = new HashMap<>();
        hints.put("no_locks", Boolean.toString(random.nextInt(4) == 0));
        hints.put("same_size", Boolean.toString(random.nextBoolean()));
        hints.put("same_disp_unit", Boolean.toString(random.nextBoolean() && isOfOneUnit));
        hints.put("alloc_shm", Boolean.toString(random.nextBoolean()));
        hints.put("alloc_shared_noncontig", Boolean.toString(random.nextBoolean()));
        hints.put("mpi_minimum_memory_alignment", Integer.toString(1 << random.nextInt(13)));
        hints.put("mpi_accumulate_granularity", Integer.toString(random.nextInt(9)));
        hints.put("accumulate_ordering", random.oneOf("none", "waw", "rar,raw,war,waw"));
        return hints;
    }

    private static Window sharedWindow(Communicator own, long bytes, int unit, Map<String, String> hints) {
        try {
            return own.allocateSharedWindow(bytes, unit, hints);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.UNSUPPORTED) { // where processes share no memory
                throw e;
            }
            return own.allocateWindow(bytes, unit, hints);
        }
    }

    private static WindowPhase over(Communicator own, MemorySegment memory, int unit, Map<String, String> hints) {
        return new WindowPhase(own, own.createWindow(memory, unit, hints), memory, 0);
    }

    private static WindowPhase over(Communicator own, Window allocated) {
        return new WindowPhase(own, allocated, (MemorySegment) allocated.memory(), 0);
    }

    @Override
    public void close() {
        window.close();
    }

    /**
     * Runs some epochs.
     *
     * @param second a window that has epochs within those of this one; null for none
     */
    private void epochs(SeededRandom random, WindowPhase second) {
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Drawn own = draw(random);
            Drawn within = second != null && random.nextInt(4) > 0 ? second.draw(random) : null;
            run(own, within == null ? () -> {} : () -> second.run(within, () -> {}));
        }
        endFence();
        if (second != null) {
            second.endFence();
        }
    }

    private void endFence() {
        if (isFenced) {
            window.fence(WindowAssertion.NO_SUCCEED);
            isFenced = false;
        }
    }

    private Drawn draw(SeededRandom random) {
        Epoch epoch = random.oneOf(Epoch.values());
        if (!hasLocks && epoch.isOfLocks() || size == 1 && epoch == Epoch.POST_START) {
            epoch = Epoch.FENCE;
        }
        boolean toOthers = epoch == Epoch.POST_START;
        boolean isUnchecked = random.nextBoolean();
        WindowElements common = random.oneOf(WindowElements.values());
        int choice = random.nextInt(6); // of its operation
        List<Access> accesses = new ArrayList<>();
        for (int origin = 0; origin < size; origin++) {
            int count = random.nextInt(MOST_ACCESSES + 1);
            for (int word = 0; word < count; word++) {
                int target = toOthers ? (origin + 1 + random.nextInt(size - 1)) % size : random.nextInt(size);
                Kind kind = random.oneOf(Kind.values());
                WindowElements elements = random.oneOf(WindowElements.values());
                int value = 1 + random.nextInt(100);
                boolean isCommon = kind == Kind.UPDATE_COMMON;
                if (isCommon) {
                    elements = common;
                    value = 6 * (1 + value % 16) + choice; // all choose one operation; at most 101, which a byte holds
                } else if (!isFor(kind, elements)) {
                    elements = WindowElements.INT;
                }
                accesses.add(new Access(
                        origin, target, word, kind, elements, random.nextBoolean(), random.nextBoolean(), value));
            }
        }
        return new Drawn(epoch, isUnchecked, accesses);
    }

    private static boolean isFor(Kind kind, WindowElements elements) {
        return switch (kind) {
            case FETCH_AND_OP -> elements.isOne();
            case SWAP, SWAP_IN_VAIN -> elements.isComparable();
            default -> true;
        };
    }

    /**
     * Does this rank's accesses, notes what all have done, and checks the memory.
     *
     * @param within runs within the epoch, or before it where a lock is held that another rank waits for
     */
    private void run(Drawn drawn, Runnable within) {
        Epoch epoch = drawn.epoch;
        List<Runnable> looks = new ArrayList<>();
        List<Request> requests = new ArrayList<>();
        List<Access> mine =
                drawn.accesses.stream().filter(each -> each.origin == rank).toList();
        WindowAssertion[] noCheck =
                drawn.isUnchecked ? new WindowAssertion[] {WindowAssertion.NO_CHECK} : new WindowAssertion[0];
        if (epoch != Epoch.FENCE) {
            endFence();
        }
        isFenced = epoch == Epoch.FENCE;
        switch (epoch) {
            case FENCE -> {
                window.fence();
                mine.forEach(each -> start(each, null, looks));
                within.run();
                window.fence();
            }
            case EXCLUSIVE -> {
                within.run();
                for (Access each : mine) {
                    window.lock(LockKind.EXCLUSIVE, each.target);
                    start(each, requests, looks);
                    window.unlock(each.target);
                }
            }
            case SHARED -> {
                within.run();
                for (Access each : mine) {
                    window.lock(LockKind.SHARED, each.target, noCheck);
                    start(each, requests, looks);
                    window.unlock(each.target);
                }
            }
            case LOCK_ALL -> {
                window.lockAll(noCheck);
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
                within.run();
                window.unlockAll();
            }
            case SEVERAL_LOCKS -> {
                within.run();
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
                window.post(others, noCheck);
                if (drawn.isUnchecked) {
                    world.barrier(); // all have posted
                }
                window.start(others, noCheck);
                mine.forEach(each -> start(each, null, looks));
                within.run();
                window.complete();
                window.waitFor();
            }
        }
        Request.awaitAll(requests.toArray(Request[]::new));
        looks.forEach(Runnable::run);
        drawn.accesses.forEach(this::note);
        world.barrier(); // all have ended their epochs
        check(epoch);
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
        return access.kind == Kind.UPDATE_COMMON
                ? words - 1 - access.elements.words().ordinal()
                : (access.elements.words().ordinal() * size + access.origin) * MOST_ACCESSES + access.word;
    }

    private void note(Access access) {
        MemorySegment there = expected[access.target];
        long at = (long) at(access) * Long.BYTES;
        switch (access.kind) {
            case PUT, REPLACE, SWAP -> access.elements.set(there, at, access.value);
            case GET, SWAP_IN_VAIN -> {}
            case ADD, GET_ACCUMULATE, FETCH_AND_OP, UPDATE_COMMON ->
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
            case ADD, UPDATE_COMMON, REPLACE -> {
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
