package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Updates of the memory of others: what they compute, and that they are atomic, whichever rank makes them and by
 * whichever call.
 */
@Deadline(seconds = 120)
@Core
class WindowUpdateTest {
    static final int COUNT = 24; // of elements in memories

    @RegisterExtension
    private final SeededRandom random = new SeededRandom();

    /** Memories of a type: off the heap, in an array of it, in one of another type, and at an odd place. */
    static List<MemorySegment> memories(ElementType type) {
        long bytes = (long) COUNT * type.bytes();
        List<MemorySegment> all = new ArrayList<>();
        all.add(Arena.ofAuto().allocate(bytes, 8));
        all.add(Arena.ofAuto().allocate(bytes + 1, 8).asSlice(1));
        all.add(MemorySegment.ofArray(new long[(int) bytes / 8]));
        all.add(MemorySegment.ofArray(new byte[(int) bytes]));
        all.add(MemorySegment.ofArray(new float[(int) bytes / 4]).asSlice(0, bytes / 4 * 4));
        switch (type) {
            case SHORT -> all.add(MemorySegment.ofArray(new short[COUNT]));
            case CHAR -> all.add(MemorySegment.ofArray(new char[COUNT]));
            case DOUBLE -> all.add(MemorySegment.ofArray(new double[COUNT]));
            case INT -> all.add(MemorySegment.ofArray(new int[COUNT]));
            default -> {}
        }
        return all;
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    WindowPlacement placement() {
        return WindowPlacement.ONE_PROCESS;
    }

    @Test
    void pairsAreUpdatedWithTheirIndex() {
        placement().run(4, endpoint -> {
            Communicator world = endpoint.world();
            DataLayout pair = PairType.DOUBLE_INT.layout();
            long[] words = new long[2 * 8];
            try (Window window = world.createWindow(MemorySegment.ofArray(words), 16)) {
                window.lockAll();
                MemorySegment origin = MemorySegment.ofArray(new long[2]);
                MemorySegment seen = MemorySegment.ofArray(new long[2]);
                for (int i = 0; i < 400; i++) {
                    double value = (i * 7 + world.rank() * 13) % 401;
                    origin.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, value);
                    origin.set(ValueLayout.JAVA_INT_UNALIGNED, 8, (int) value);
                    window.accumulate(origin, pair, 0, 1, pair, Operation.MAXLOC);
                    window.fetchAndOp(null, seen, pair, 0, 1, Operation.NO_OP);
                    assertEquals(
                            seen.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0),
                            seen.get(ValueLayout.JAVA_INT_UNALIGNED, 8));
                }
                window.unlockAll();
                world.barrier();
                if (world.rank() == 0) {
                    assertEquals(400, Double.longBitsToDouble(words[2]));
                }
            }
        });
    }

    /** Each endpoint adds 1 by a call of its own, so that all of them meet in one element. */
    private static void addOne(Window window, int how, ElementType type, long place, MemorySegment[] scratch) {
        DataLayout layout = DataLayout.of(type).count(1);
        MemorySegment one = scratch[0];
        switch (how % 3) {
            case 0 -> window.accumulate(one, layout, 0, place, layout, Operation.SUM);
            case 1 -> window.fetchAndOp(one, scratch[1], layout, 0, place, Operation.SUM);
            default -> {
                MemorySegment seen = scratch[1];
                MemorySegment expected = scratch[2];
                MemorySegment next = scratch[3];
                window.fetchAndOp(null, seen, layout, 0, place, Operation.NO_OP);
                do {
                    expected.copyFrom(seen);
                    next.copyFrom(seen);
                    Operation.SUM.reduceLocal(one, next, layout);
                    window.compareAndSwap(next, expected, seen, layout, 0, place);
                } while (seen.mismatch(expected) >= 0);
            }
        }
    }

    private static MemorySegment one(ElementType type) {
        MemorySegment one = MemorySegment.ofArray(new byte[type.bytes()]);
        switch (type) {
            case FLOAT -> one.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, 1);
            case DOUBLE -> one.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, 1);
            default -> {
                long[] value = {1};
                MemorySegment bits = MemorySegment.ofArray(value);
                one.copyFrom(bits.asSlice(0, type.bytes()));
            }
        }
        return one;
    }

    @Test
    void noUpdateIsLost() {
        int each = 120;
        placement().run(4, endpoint -> {
            Communicator world = endpoint.world();
            for (ElementType type : ElementType.values()) {
                if (type == ElementType.BOOLEAN) {
                    continue;
                }
                int times = type == ElementType.BYTE ? 31 : each; // 4 × 31 is a byte
                for (MemorySegment memory : memories(type)) {
                    try (Window window = world.createWindow(world.rank() == 0 ? memory : null, 1)) {
                        MemorySegment[] scratch = new MemorySegment[4];
                        Arrays.setAll(scratch, i -> one(type));
                        window.lockAll();
                        for (int i = 0; i < times; i++) {
                            // Its neighbor, too, which may lie in the same word.
                            addOne(window, world.rank() + i, type, type.bytes(), scratch);
                            addOne(window, world.rank(), type, 2L * type.bytes(), scratch);
                        }
                        window.unlockAll();
                        world.barrier();
                        if (world.rank() == 0) {
                            MemorySegment sum = MemorySegment.ofArray(new byte[type.bytes()]);
                            for (int i = 0; i < 4 * times; i++) {
                                Operation.SUM.reduceLocal(one(type), sum, DataLayout.of(type));
                            }
                            for (int at = 1; at <= 2; at++) {
                                assertArrayEquals(
                                        bytes(sum),
                                        bytes(memory.asSlice((long) at * type.bytes(), type.bytes())),
                                        type + " " + memory);
                            }
                            assertArrayEquals(new byte[type.bytes()], bytes(memory.asSlice(0, type.bytes())));
                        }
                    }
                }
            }
        });
    }

    @Test
    void ticketsAreTakenOnce() {
        int each = 5000;
        boolean[] taken = new boolean[3 * each];
        placement().run(3, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.createWindow(world.rank() == 1 ? new long[1] : null)) {
                long[] one = {1};
                long[] ticket = new long[1];
                window.lockAll();
                for (int i = 0; i < each; i++) {
                    window.fetchAndOp(one, ticket, 1, 0, Operation.SUM);
                    assertTrue(!taken[(int) ticket[0]]);
                    taken[(int) ticket[0]] = true;
                }
                window.unlockAll();
            }
        });
        for (boolean each2 : taken) {
            assertTrue(each2);
        }
    }

    @Test
    void longsByArraysMeetAllOtherWays() {
        int each = 500;
        placement().run(4, endpoint -> {
            Communicator world = endpoint.world();
            boolean isFirst = world.rank() == 0;
            for (Object memory : new Object[] {new long[4], Arena.ofAuto().allocate(32, 8)}) {
                try (Window window = world.createWindow(isFirst ? memory : null, 8)) {
                    long[] one = {1};
                    long[] ones = {1, 1};
                    long[] old = new long[1];
                    DataLayout layout = DataLayout.LONG.count(1);
                    window.lockAll();
                    for (int i = 0; i < each; i++) {
                        window.accumulate(ones, 0, 0, Operation.SUM);
                        window.fetchAndOp(one, old, 0, 0, Operation.SUM);
                        window.accumulate(one, layout, 0, 0, layout, Operation.SUM);
                        window.fetchAndOp(one, old, 0, 1, Operation.NO_OP);
                        long expected;
                        do {
                            expected = old[0];
                            window.compareAndSwap(new long[] {expected + 1}, new long[] {expected}, old, 0, 1);
                        } while (old[0] != expected);
                        window.fetchAndOp(new long[] {1L << i % 64}, old, 0, 2, Operation.BXOR);
                        window.accumulate(new long[] {i * 4L + world.rank()}, 0, 3, Operation.MAX);
                    }
                    window.unlockAll();
                    world.barrier();
                    long[] expected = {12L * each, 8L * each, 0, 4L * each - 1};
                    window.lock(LockKind.SHARED, 0);
                    long[] seen = new long[4];
                    window.get(seen, 0, 0);
                    assertArrayEquals(expected, seen);
                    window.fetchAndOp(new long[] {7}, old, 0, 2, Operation.NO_OP);
                    assertEquals(0, old[0]);
                    window.unlock(0);
                    world.barrier();
                    window.lock(LockKind.EXCLUSIVE, 0);
                    window.fetchAndOp(new long[] {7}, old, 0, 2, Operation.REPLACE);
                    window.fetchAndOp(new long[] {0}, seen, 0, 2, Operation.REPLACE);
                    assertEquals(7, seen[0]);
                    window.unlock(0);
                }
            }
        });
    }

    /** Epochs of random accesses: places of one writer in each epoch, and sums of all, against a model. */
    @Test
    void randomEpochsEqualTheModel() {
        int ranks = 4;
        int places = 64;
        long seed = random.nextLong();
        placement().run(ranks, endpoint -> {
            Communicator world = endpoint.world();
            SplittableRandom plan = new SplittableRandom(seed); // the same on all members
            long[] memory = new long[2 * places];
            long[][] model = new long[ranks][2 * places];
            try (Window window = world.createWindow(memory)) {
                for (int epoch = 0; epoch < 60; epoch++) {
                    int kind = plan.nextInt(3);
                    begin(window, kind, world);
                    for (int origin = 0; origin < ranks; origin++) {
                        for (int i = plan.nextInt(12); i > 0; i--) {
                            boolean isMine = origin == world.rank();
                            int target = plan.nextInt(ranks);
                            long value = plan.nextInt();
                            // Places of the first half belong to one writer of the epoch.
                            int place = plan.nextInt(places / ranks) * ranks + (origin + epoch) % ranks;
                            if (plan.nextBoolean()) {
                                model[target][place] = value;
                                if (isMine) {
                                    window.put(new long[] {value}, target, place);
                                    long[] read = new long[1];
                                    window.get(read, target, place);
                                    assertEquals(value, read[0]);
                                }
                            } else {
                                int sum = places + plan.nextInt(places);
                                model[target][sum] += value;
                                if (isMine) {
                                    window.accumulate(new long[] {value}, target, sum, Operation.SUM);
                                }
                            }
                        }
                    }
                    end(window, kind, world);
                    assertArrayEquals(model[world.rank()], memory, "epoch " + epoch + " of seed " + seed);
                    world.barrier(); // before the next epoch changes what is compared
                }
            }
        });
    }

    private static void begin(Window window, int kind, Communicator world) {
        switch (kind) {
            case 0 -> window.fence();
            case 1 -> {
                window.post(world.group());
                window.start(world.group());
            }
            default -> window.lockAll();
        }
    }

    private static void end(Window window, int kind, Communicator world) {
        switch (kind) {
            case 0 -> window.fence(WindowAssertion.NO_SUCCEED);
            case 1 -> {
                window.complete();
                window.waitFor();
            }
            default -> {
                window.unlockAll();
                world.barrier();
            }
        }
    }

    /** In the layout of their type; the elements of such a pair can be updated alone, too. */
    @Test
    void pairsOfOneTypeAreReplacedAsOne() {
        int times = placement().sharesAllMemory() ? 20_000 : 1_000;
        DataLayout pair = PairType.INT_INT.layout().count(1);
        placement().run(3, endpoint -> {
            Communicator world = endpoint.world();
            int n = world.size();
            List<Supplier<Window>> windows =
                    List.of(() -> world.createWindow(new int[4]), () -> world.allocateWindow(16, 4));
            for (Supplier<Window> maker : windows) {
                try (Window window = maker.get()) {
                    window.lockAll();
                    int[] given = new int[2];
                    int[] seen = new int[2];
                    for (int i = 1; i <= times; i++) {
                        Arrays.fill(given, i * n + world.rank());
                        window.getAccumulate(given, pair, seen, pair, 0, 0, pair, Operation.REPLACE);
                        assertEquals(seen[0], seen[1], "as it was");
                        window.getAccumulate(null, pair, seen, pair, 0, 0, pair, Operation.NO_OP);
                        assertEquals(seen[0], seen[1]);
                        window.accumulate(new int[] {1}, 0, 2, Operation.SUM);
                        window.getAccumulate(new int[] {0, 0}, pair, seen, pair, 0, 2, pair, Operation.SUM);
                    }
                    window.unlockAll();
                    world.barrier();
                    window.lockAll();
                    window.getAccumulate(null, pair, seen, pair, 0, 2, pair, Operation.NO_OP);
                    assertArrayEquals(new int[] {n * times, 0}, seen);
                    window.unlockAll();
                }
            }
        });
    }

    @Test
    void aBareTypeOfPairsMeansTheFirstPair() {
        placement().run(2, endpoint -> {
            Communicator world = endpoint.world();
            MemorySegment memory = MemorySegment.ofArray(new long[2]);
            memory.set(ValueLayout.JAVA_DOUBLE, 0, 1.5);
            memory.set(ValueLayout.JAVA_INT, 8, 7);
            int[] ints = {3, 4, 5, 6};
            try (Window window = world.createWindow(memory);
                    Window ofInts = world.createWindow(ints)) {
                window.lockAll();
                ofInts.lockAll();
                MemorySegment seen = MemorySegment.ofArray(new long[2]);
                int other = 1 - world.rank();
                window.fetchAndOp(null, seen, PairType.DOUBLE_INT.layout(), other, 0, Operation.NO_OP);
                assertEquals(1.5, seen.get(ValueLayout.JAVA_DOUBLE, 0));
                assertEquals(7, seen.get(ValueLayout.JAVA_INT, 8));
                int[] both = new int[2];
                ofInts.fetchAndOp(new int[] {8, 9}, both, PairType.INT_INT.layout(), other, 2, Operation.REPLACE);
                assertArrayEquals(new int[] {5, 6}, both);
                window.unlockAll();
                ofInts.unlockAll();
                world.barrier();
                assertArrayEquals(new int[] {3, 4, 8, 9}, ints);
                world.barrier();
            }
        });
    }
}
