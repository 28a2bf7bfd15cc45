package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * What each operation makes of each type in the memory of another member, wherever it lives and of whatever kind it is.
 */
@Deadline(seconds = 120)
@Core
class WindowOperationsTest {
    private static final int COUNT = WindowUpdateTest.COUNT;
    private static final int TARGET = 1;

    private static final Operation[] ON_ELEMENTS = {
        Operation.SUM,
        Operation.PRODUCT,
        Operation.MIN,
        Operation.MAX,
        Operation.BAND,
        Operation.BOR,
        Operation.BXOR,
        Operation.LAND,
        Operation.LOR,
        Operation.LXOR,
        Operation.REPLACE,
        Operation.NO_OP
    };

    @RegisterExtension
    private final SeededRandom random = new SeededRandom();

    private static void fill(ElementType type, MemorySegment memory, SplittableRandom random) {
        for (int i = 0; i < COUNT; i++) {
            switch (type) {
                case FLOAT -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, random.nextInt(-50, 50) / 8f);
                case DOUBLE -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * i, random.nextInt(-50, 50) / 8.0);
                case BOOLEAN -> memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(2));
                default -> {
                    for (int b = 0; b < type.bytes(); b++) {
                        byte value = (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt());
                        memory.set(ValueLayout.JAVA_BYTE, (long) i * type.bytes() + b, value);
                    }
                }
            }
        }
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    /** What an operation makes of the target; null when it is not for the type. */
    private static byte[] expected(Operation operation, ElementType type, MemorySegment origin, MemorySegment target) {
        if (operation == Operation.NO_OP) {
            return bytes(target);
        }
        if (operation == Operation.REPLACE) {
            return bytes(origin);
        }
        MemorySegment result = MemorySegment.ofArray(bytes(target));
        try {
            operation.reduceLocal(origin, result, DataLayout.of(type).count(COUNT));
        } catch (SennitException e) {
            assertEquals(ErrorClass.OP, e.errorClass());
            return null;
        }
        return bytes(result);
    }

    /** Rank 0 updates memory of rank 1; a third member lives on another host where there are two. */
    @ParameterizedTest
    @EnumSource(WindowPlacement.class)
    void eachOperationOnEachTypeInEachMemoryEqualsTheReduction(WindowPlacement placement) {
        long seed = random.nextLong();
        MemorySegment[] allocated = new MemorySegment[1];
        for (ElementType type : ElementType.values()) {
            List<MemorySegment> memories = WindowUpdateTest.memories(type);
            placement.run(3, endpoint -> {
                Communicator world = endpoint.world();
                SplittableRandom numbers = new SplittableRandom(seed);
                boolean isTarget = world.rank() == TARGET;
                for (MemorySegment memory : memories) {
                    try (Window window = world.createWindow(isTarget ? memory : null, 1)) {
                        updateAll(world, window, memory, 0, type, numbers);
                    }
                }
                long bytes = (long) COUNT * type.bytes();
                try (Window window = world.allocateWindow(isTarget ? bytes + 1 : 0, 1)) {
                    if (isTarget) {
                        allocated[0] = (MemorySegment) window.memory();
                    }
                    world.barrier();
                    for (long place = 0; place <= 1; place++) {
                        updateAll(world, window, allocated[0].asSlice(place, bytes), place, type, numbers);
                    }
                }
            });
        }
    }

    private static void updateAll(
            Communicator world,
            Window window,
            MemorySegment memory,
            long start,
            ElementType type,
            SplittableRandom numbers) {
        if (world.rank() != 0) {
            return;
        }
        window.lockAll();
        for (Operation operation : ON_ELEMENTS) {
            update(window, memory, start, type, operation, numbers);
        }
        swap(window, memory, start, type, numbers);
        window.unlockAll();
    }

    private static void update(
            Window window,
            MemorySegment memory,
            long start,
            ElementType type,
            Operation operation,
            SplittableRandom numbers) {
        DataLayout layout = DataLayout.of(type);
        DataLayout all = layout.count(COUNT);
        MemorySegment origin = MemorySegment.ofArray(new byte[COUNT * type.bytes()]);
        fill(type, origin, numbers);
        fill(type, memory, numbers);
        byte[] before = bytes(memory);
        byte[] after = expected(operation, type, origin, memory);
        if (after == null) {
            return;
        }
        String what = operation + " " + type + " " + memory;
        window.accumulate(origin, layout, TARGET, start, all, operation);
        window.flush(TARGET);
        assertArrayEquals(after, bytes(memory), what);
        memory.copyFrom(MemorySegment.ofArray(before));
        MemorySegment seen = MemorySegment.ofArray(new byte[before.length]);
        window.getAccumulate(origin, layout, seen, all, TARGET, start, null, operation);
        window.flush(TARGET);
        assertArrayEquals(after, bytes(memory), what);
        assertArrayEquals(before, bytes(seen), what);
        memory.copyFrom(MemorySegment.ofArray(before));
        int place = numbers.nextInt(COUNT) * type.bytes();
        MemorySegment one = MemorySegment.ofArray(new byte[type.bytes()]);
        window.fetchAndOp(origin.asSlice(place), one, layout, TARGET, start + place, operation);
        window.flush(TARGET);
        assertArrayEquals(Arrays.copyOfRange(before, place, place + type.bytes()), bytes(one), what);
        byte[] oneAfter = before.clone();
        System.arraycopy(after, place, oneAfter, place, type.bytes());
        assertArrayEquals(oneAfter, bytes(memory), what);
    }

    private static void swap(
            Window window, MemorySegment memory, long start, ElementType type, SplittableRandom numbers) {
        fill(type, memory, numbers);
        byte[] before = bytes(memory);
        int bytes = type.bytes();
        int place = numbers.nextInt(COUNT) * bytes;
        byte[] there = Arrays.copyOfRange(before, place, place + bytes);
        byte[] other = there.clone();
        other[bytes - 1] ^= 1;
        byte[] seen = new byte[bytes];
        MemorySegment result = MemorySegment.ofArray(seen);
        MemorySegment given = MemorySegment.ofArray(other);
        DataLayout layout = DataLayout.of(type);
        window.compareAndSwap(given, given, result, layout, TARGET, start + place);
        window.flush(TARGET);
        assertArrayEquals(there, seen);
        assertArrayEquals(before, bytes(memory), "unequal: nothing is changed");
        window.compareAndSwap(given, MemorySegment.ofArray(there), result, layout, TARGET, start + place);
        window.flush(TARGET);
        assertArrayEquals(there, seen);
        System.arraycopy(other, 0, before, place, bytes);
        assertArrayEquals(before, bytes(memory));
    }
}
