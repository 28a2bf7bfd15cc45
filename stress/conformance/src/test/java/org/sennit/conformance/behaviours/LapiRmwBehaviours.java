package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.lapi.RmwOperation.COMPARE_AND_SWAP;
import static org.sennit.lapi.RmwOperation.FETCH_AND_ADD;
import static org.sennit.lapi.RmwOperation.FETCH_AND_OR;
import static org.sennit.lapi.RmwOperation.SWAP;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RmwOperation;

/** What each operation of LAPI's read-modify-write does, on variables of both widths, aligned and not. */
final class LapiRmwBehaviours {
    private static final int MEMORY = 32; // bytes
    private static final byte OTHER = 0x5A; // bytes beside the variable

    /** Of a variable of 0 at first. */
    private static final List<Step> INTS = List.of(
            new Step(FETCH_AND_ADD, 5, 0, 5),
            new Step(FETCH_AND_ADD, -12, 0, -7),
            new Step(FETCH_AND_OR, 0, 0, -7),
            new Step(SWAP, 0x0F00, 0, 0x0F00),
            new Step(FETCH_AND_OR, 0x31F1, 0, 0x3FF1),
            new Step(FETCH_AND_OR, Integer.MIN_VALUE, 0, Integer.MIN_VALUE | 0x3FF1),
            new Step(FETCH_AND_ADD, 0x0F, 0, Integer.MIN_VALUE | 0x4000),
            new Step(SWAP, -2, 0, -2),
            new Step(COMPARE_AND_SWAP, -2, 7, 7),
            new Step(COMPARE_AND_SWAP, -2, 9, 7),
            new Step(COMPARE_AND_SWAP, 7, Integer.MIN_VALUE, Integer.MIN_VALUE),
            new Step(FETCH_AND_ADD, -1, 0, Integer.MAX_VALUE),
            new Step(FETCH_AND_ADD, 2, 0, Integer.MIN_VALUE + 1),
            new Step(COMPARE_AND_SWAP, Integer.MIN_VALUE + 1, -1, -1),
            new Step(COMPARE_AND_SWAP, 1, 3, -1));

    /** Of a variable of 0 at first. */
    private static final List<Step> LONGS = List.of(
            new Step(FETCH_AND_ADD, 1L << 40, 0, 1L << 40),
            new Step(FETCH_AND_ADD, -(1L << 41), 0, -(1L << 40)),
            new Step(FETCH_AND_OR, 0, 0, -(1L << 40)),
            new Step(SWAP, 0x0F00_0000_0000_00F0L, 0, 0x0F00_0000_0000_00F0L),
            new Step(FETCH_AND_OR, 0x31F1_0000_0000_001FL, 0, 0x3FF1_0000_0000_00FFL),
            new Step(FETCH_AND_OR, Long.MIN_VALUE, 0, 0xBFF1_0000_0000_00FFL),
            new Step(FETCH_AND_ADD, 1, 0, 0xBFF1_0000_0000_0100L),
            new Step(SWAP, -2, 0, -2),
            new Step(COMPARE_AND_SWAP, 0xFFFF_FFFEL, 7, -2), // equal in the lower half alone
            new Step(COMPARE_AND_SWAP, -2, 1L << 35, 1L << 35),
            new Step(COMPARE_AND_SWAP, -2, 9, 1L << 35),
            new Step(COMPARE_AND_SWAP, 1L << 35, Long.MIN_VALUE, Long.MIN_VALUE),
            new Step(FETCH_AND_ADD, -1, 0, Long.MAX_VALUE),
            new Step(FETCH_AND_ADD, 2, 0, Long.MIN_VALUE + 1),
            new Step(COMPARE_AND_SWAP, Long.MIN_VALUE + 1, -1, -1));

    private LapiRmwBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("LapiRmw.ofAlignedInts", task -> run(task, Integer.BYTES, 8)),
                behaviour("LapiRmw.ofUnalignedInts", task -> run(task, Integer.BYTES, 9)),
                behaviour("LapiRmw.ofAlignedLongs", task -> run(task, Long.BYTES, 16)),
                behaviour("LapiRmw.ofUnalignedLongs", task -> run(task, Long.BYTES, 11)));
    }

    /** @param second the new value of COMPARE_AND_SWAP, whose first number is the expected one */
    private record Step(RmwOperation operation, long first, long second, long result) {}

    private static void run(LapiTasks task, int width, long offset) {
        MemorySegment memory = Arena.ofAuto().allocate(MEMORY, Long.BYTES).fill(OTHER);
        memory.asSlice(offset, width).fill((byte) 0);
        RemoteAddress variable = task.lapi.addressInit(task.lapi.register(memory))[TARGET].plus(offset);
        if (task.isOrigin()) {
            long value = 0;
            for (Step step : width == Integer.BYTES ? INTS : LONGS) {
                assertEquals(value, previous(task, width, variable, step), () -> "before " + step);
                value = step.result;
            }
            withoutResult(task, width, variable);
        }
        task.lapi.gfence();
        if (task.isTarget()) {
            byte[] wanted = MemorySegment.ofArray(new byte[MEMORY]).fill(OTHER).toArray(ValueLayout.JAVA_BYTE);
            MemorySegment.ofArray(wanted).asSlice(offset, width).fill((byte) 0); // -1, plus 1
            assertArrayEquals(wanted, memory.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /** Does a step, and returns what it says that the variable was. */
    private static long previous(LapiTasks task, int width, RemoteAddress variable, Step step) {
        boolean isPair = step.operation == COMPARE_AND_SWAP;
        if (width == Integer.BYTES) {
            int[] previous = {99};
            int[] input = isPair ? new int[] {(int) step.first, (int) step.second} : new int[] {(int) step.first};
            task.lapi.rmw(step.operation, TARGET, variable, input, previous, task.origin);
            task.lapi.waitcntr(task.origin, 1);
            return previous[0];
        }
        long[] previous = {99};
        long[] input = isPair ? new long[] {step.first, step.second} : new long[] {step.first};
        task.lapi.rmw64(step.operation, TARGET, variable, input, previous, task.origin);
        task.lapi.waitcntr(task.origin, 1);
        return previous[0];
    }

    private static void withoutResult(LapiTasks task, int width, RemoteAddress variable) {
        if (width == Integer.BYTES) {
            task.lapi.rmw(FETCH_AND_ADD, TARGET, variable, new int[] {1}, null, null);
        } else {
            task.lapi.rmw64(FETCH_AND_ADD, TARGET, variable, new long[] {1}, null, null);
        }
    }
}
