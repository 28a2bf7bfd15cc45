package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.sennit.Communicator;
import org.sennit.conformance.random.LapiTransfer.Kind;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RmwOperation;
import org.sennit.testkit.SeededRandom;

/**
 * One-sided operations of LAPI from all tasks to all, in any order. Each task draws what all do. An operation of an
 * origin has a slot of each target's memory, in which no other task writes: so an origin knows what it must find, and a
 * target what it must have. All tasks also update two common variables of a target, with one operation in a round.
 *
 * <p>Each counter moves once for each operation that has it, and the memory is right after the waits for the counters
 * and a fence, or after a global fence.
 */
final class LapiPhase {
    private static final int SLOTS = LapiTransfer.MOST; // of an origin at a target

    /** The common variables, behind the slots: of 8 bytes, then of 4. */
    private static final int COMMON_BYTES = Long.BYTES + Integer.BYTES;

    private final Communicator world;
    private final int size;
    private final int rank;
    private final int slotBytes;
    private final MemorySegment memory;
    private final MemorySegment expected; // in this task's memory
    private final MemorySegment[] known; // this task's slots at each other
    private final long[][] common; // of each target: of 8 bytes, of 4
    private final long[][] commonBefore; // the same before the last round
    private final Lapi lapi;
    private final RemoteAddress[] bases;
    private final LapiCounter arrived;
    private final LapiCounter taken;
    private final LapiCounter complete;
    private final CounterAddress[] arrivals;
    private final List<LapiError> errors = Collections.synchronizedList(new ArrayList<>());

    private LapiPhase(Communicator world, MemorySegment memory, Object registered, int slotBytes) {
        this.world = world;
        this.size = world.size();
        this.rank = world.rank();
        this.slotBytes = slotBytes;
        this.memory = memory;
        this.expected = MemorySegment.ofArray(new byte[bytes(size, slotBytes)]);
        this.known = new MemorySegment[size];
        Arrays.setAll(known, _ -> MemorySegment.ofArray(new byte[SLOTS * slotBytes]));
        this.common = new long[size][2];
        this.commonBefore = new long[size][2];
        this.lapi = Lapi.init(world);
        lapi.setErrorHandler((_, error) -> errors.add(error));
        this.bases = lapi.addressInit(lapi.register(registered));
        this.arrived = lapi.newCounter();
        this.taken = lapi.newCounter();
        this.complete = lapi.newCounter();
        this.arrivals = lapi.addressInit(arrived);
    }

    /** A multiple of 8, as an array of words has it. */
    private static int bytes(int size, int slotBytes) {
        return size * SLOTS * slotBytes + COMMON_BYTES + 7 & -Long.BYTES;
    }

    static void run(Communicator world, SeededRandom random) {
        int mostBlock = random.nextInt(6) == 0 ? LapiTransfer.LONG_BLOCK : LapiTransfer.SHORT_BLOCK;
        int slotBytes = LapiTransfer.slotBytes(mostBlock);
        int bytes = bytes(world.size(), slotBytes);
        try (Communicator own = world.duplicate();
                Arena arena = world.endpoint().newSharedArena()) {
            Object registered = switch (random.nextInt(3)) {
                case 0 -> new byte[bytes];
                case 1 -> new long[bytes / Long.BYTES];
                default -> arena.allocate(bytes, Long.BYTES);
            };
            MemorySegment memory = switch (registered) {
                case byte[] array -> MemorySegment.ofArray(array);
                case long[] array -> MemorySegment.ofArray(array);
                default -> (MemorySegment) registered;
            };
            LapiPhase phase = new LapiPhase(own, memory, registered, slotBytes);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                phase.round(random, mostBlock);
            }
            phase.lapi.term();
            own.barrier(); // no task accesses the arena any more
        }
    }

    private void round(SeededRandom random, int mostBlock) {
        List<LapiTransfer> all = new ArrayList<>();
        RmwOperation ofCommon = random.nextBoolean() ? RmwOperation.FETCH_AND_ADD : RmwOperation.FETCH_AND_OR;
        for (int origin = 0; origin < size; origin++) {
            int count = random.nextInt(SLOTS + 1);
            for (int slot = 0; slot < count; slot++) {
                all.add(LapiTransfer.drawn(origin, random.nextInt(size), slot, mostBlock, ofCommon, random));
            }
        }
        boolean isFencedByAll = random.nextBoolean();
        int[] before = {random.nextInt(3), random.nextInt(3), random.nextInt(3)};
        lapi.setcntr(arrived, before[0]);
        lapi.setcntr(taken, before[1]);
        lapi.setcntr(complete, before[2]);
        world.barrier();
        List<Runnable> looks = new ArrayList<>();
        List<Runnable> changes = new ArrayList<>();
        for (LapiTransfer each : all) {
            if (each.origin() == rank) {
                start(each, looks, changes);
            }
        }
        if (isFencedByAll) {
            lapi.gfence();
        }
        await(taken, before[1] + count(all, each -> each.origin() == rank && each.hasOrigin() ? 1 : 0));
        changes.forEach(Runnable::run); // the origin's memory is free
        await(complete, before[2] + count(all, each -> each.origin() == rank && each.hasCompletion() ? 1 : 0));
        await(arrived, before[0] + count(all, each -> each.target() == rank && each.hasTarget() ? 1 : 0));
        if (!isFencedByAll) { // those without counters
            lapi.fence();
        }
        world.barrier();
        Arrays.setAll(commonBefore, target -> common[target].clone());
        all.forEach(this::note);
        looks.forEach(Runnable::run);
        check();
        world.barrier(); // before others change it
    }

    private static int count(List<LapiTransfer> all, ToIntFunction<LapiTransfer> moves) {
        return all.stream().mapToInt(moves).sum();
    }

    private void await(LapiCounter counter, int moves) {
        lapi.waitcntr(counter, moves);
        if (lapi.getcntr(counter) != 0) {
            throw new AssertionError("rank " + rank + ": a counter has moved " + lapi.getcntr(counter) + " more");
        }
    }

    private long offset(int origin, int slot) {
        return (long) (origin * SLOTS + slot) * slotBytes;
    }

    private long commonOffset(LapiTransfer transfer) {
        return offset(size, 0) + (transfer.kind() == Kind.COMMON_INT ? Long.BYTES : 0);
    }

    /**
     * Starts an operation of this task.
     *
     * @param looks find out at the end what it has read
     * @param changes are of memory that is free as soon as the origin counter has moved
     */
    private void start(LapiTransfer transfer, List<Runnable> looks, List<Runnable> changes) {
        int target = transfer.target();
        RemoteAddress slot = bases[target].plus(offset(rank, transfer.slot()));
        CounterAddress there = transfer.hasTarget() ? arrivals[target] : null;
        LapiCounter origin = transfer.hasOrigin() ? taken : null;
        LapiCounter completion = transfer.hasCompletion() ? complete : null;
        switch (transfer.kind()) {
            case PUT, PUTV -> {
                byte[] data = transfer.data();
                if (transfer.kind() == Kind.PUT) {
                    lapi.put(target, data.length, slot, data, there, origin, completion);
                } else {
                    lapi.putv(target, transfer.remote(slot), transfer.local(data), there, origin, completion);
                }
                if (transfer.hasOrigin()) {
                    changes.add(() -> Arrays.fill(data, (byte) 0));
                }
            }
            case GET, GETV -> {
                byte[] found = transfer.emptyRoom();
                byte[] wanted = transfer.emptyRoom();
                transfer.copyOut(known[target], (long) transfer.slot() * slotBytes, wanted);
                if (transfer.kind() == Kind.GET) {
                    lapi.get(target, found.length, slot, found, there, origin);
                } else {
                    lapi.getv(target, transfer.remote(slot), transfer.local(found), there, origin);
                }
                looks.add(() -> {
                    int at = Arrays.mismatch(found, wanted);
                    if (at >= 0) {
                        throw new AssertionError(transfer + " has found something else at byte " + at);
                    }
                });
            }
            case RMW_INT, RMW_LONG -> {
                long at = (long) transfer.slot() * slotBytes + transfer.at();
                long current = transfer.current(known[target], at);
                LongSupplier previous = modify(transfer, slot.plus(transfer.at()), transfer.inputs(current), origin);
                looks.add(() -> {
                    if (previous.getAsLong() != current) {
                        throw new AssertionError(
                                transfer + " has found " + previous.getAsLong() + " instead of " + current);
                    }
                });
            }
            case COMMON_INT, COMMON_LONG -> {
                long[] inputs = {transfer.value()};
                LongSupplier previous = modify(transfer, bases[target].plus(commonOffset(transfer)), inputs, origin);
                looks.add(() -> checkCommon(transfer, previous.getAsLong()));
            }
        }
    }

    /** Returns what gives the previous value when the operation has ended. */
    private LongSupplier modify(LapiTransfer transfer, RemoteAddress variable, long[] inputs, LapiCounter origin) {
        if (transfer.isInt()) {
            int[] ints = Arrays.stream(inputs).mapToInt(each -> (int) each).toArray();
            int[] previous = new int[1];
            lapi.rmw(transfer.operation(), transfer.target(), variable, ints, previous, origin);
            return () -> previous[0];
        }
        long[] previous = new long[1];
        lapi.rmw64(transfer.operation(), transfer.target(), variable, inputs, previous, origin);
        return () -> previous[0];
    }

    /** A common variable has grown from one operation to the next, in any order. */
    private void checkCommon(LapiTransfer transfer, long previous) {
        int which = transfer.isInt() ? 1 : 0;
        long before = commonBefore[transfer.target()][which];
        long after = common[transfer.target()][which];
        boolean isRight = transfer.operation() == RmwOperation.FETCH_AND_ADD
                ? previous >= before && previous <= after - transfer.value()
                : (previous & before) == before && (previous | after) == after;
        if (!isRight) {
            throw new AssertionError(transfer + " has found " + previous + ": before=" + before + " after=" + after);
        }
    }

    /** Notes what an operation has changed. */
    private void note(LapiTransfer transfer) {
        int target = transfer.target();
        if (transfer.isCommon()) {
            int which = transfer.isInt() ? 1 : 0;
            common[target][which] = transfer.next(common[target][which], new long[] {transfer.value()});
            return;
        }
        if (transfer.origin() == rank) {
            transfer.change(known[target], (long) transfer.slot() * slotBytes);
        }
        if (target == rank) {
            transfer.change(expected, offset(transfer.origin(), transfer.slot()));
        }
    }

    private void check() {
        expected.set(ValueLayout.JAVA_LONG_UNALIGNED, offset(size, 0), common[rank][0]);
        expected.set(ValueLayout.JAVA_INT_UNALIGNED, offset(size, 0) + Long.BYTES, (int) common[rank][1]);
        long at = memory.mismatch(expected);
        if (at >= 0) {
            throw new AssertionError("rank " + rank + ": the memory is wrong at byte " + at + ", slot "
                    + at / slotBytes % SLOTS + " of rank " + at / slotBytes / SLOTS);
        }
        for (LapiCounter each : List.of(arrived, taken, complete)) { // after the barrier: also a late move
            if (lapi.getcntr(each) != 0) {
                throw new AssertionError("rank " + rank + ": a counter has moved once more");
            }
        }
        if (!errors.isEmpty()) {
            throw new AssertionError("rank " + rank + ": errors without a call: " + errors);
        }
    }
}
