package org.sennit.internal.endpoints.rma.update;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.PairType;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** How long an update of many pairs keeps others from the target. */
@Core
@Deadline(seconds = 60)
class UpdateTest {
    private static final int PAIRS = 30_000;
    private static final int MOST_PAIRS = 4096;
    private static final long NEW = 7;

    private final List<Integer> doneAtEnd = new ArrayList<>(); // elements, at each end of a hold
    private int holders;

    /** In a row, in runs of a pair and a half, and each element in a run of its own. */
    @ParameterizedTest
    @CsvSource({"60000, 60000", "3, 4", "1, 2"})
    void replacesPairsInHoldsThatEndBetweenTwoOfThem(int elementsOfARun, int stride) {
        DataLayout longs = DataLayout.of(ElementType.LONG);
        int runs = 2 * PAIRS / elementsOfARun;
        DataLayout layout = DataLayout.vector(runs, elementsOfARun, stride, longs);
        long[] memory = new long[runs * stride];
        MemorySegment segment = MemorySegment.ofArray(memory);
        UpdateGuard guard = new UpdateGuard() {
            @Override
            public void guardUpdate(int target) {
                assertEquals(0, holders++);
            }

            @Override
            public void leaveUpdate(int target) {
                assertEquals(1, holders--);
                doneAtEnd.add(
                        (int) Arrays.stream(memory).filter(each -> each == NEW).count());
            }
        };
        long[] operands = new long[2 * PAIRS];
        Arrays.fill(operands, NEW);
        long bytes = (long) operands.length * Long.BYTES;
        TargetMemory to = new TargetMemory().set(0, 0, Region.of(segment), layout, 0, bytes);

        Update update = Update.of(Reduction.REPLACE, ElementType.LONG, PairType.LONG_LONG);
        new UpdateExecution().of(update, guard, to).run(MemorySegment.ofArray(operands), 0, null, 0);

        assertEquals(2 * PAIRS, doneAtEnd.getLast());
        int before = 0;
        for (int done : doneAtEnd) {
            assertEquals(0, done % 2, "a pair is half replaced");
            assertTrue(done - before <= 2 * MOST_PAIRS, () -> "held for too many: " + doneAtEnd);
            before = done;
        }
        assertEquals(0, holders);
    }

    /** A turn of others that ends with an exception leaves the guard to them: it is not given back twice. */
    @Test
    void leavesTheGuardAsOftenAsItHasIt() {
        IllegalStateException failed = new IllegalStateException("a member has failed");
        UpdateGuard guard = new UpdateGuard() {
            private int turns;

            @Override
            public void guardUpdate(int target) {
                if (++turns == 2) {
                    throw failed;
                }
                holders++;
            }

            @Override
            public void leaveUpdate(int target) {
                holders--;
            }
        };
        long[] pairs = new long[2 * PAIRS];
        long bytes = (long) pairs.length * Long.BYTES;
        TargetMemory to =
                new TargetMemory().set(0, 0, Region.of(MemorySegment.ofArray(new long[2 * PAIRS])), null, 0, bytes);
        UpdateExecution execution =
                new UpdateExecution().of(Update.of(Reduction.REPLACE, ElementType.LONG, PairType.LONG_LONG), guard, to);

        MemorySegment operands = MemorySegment.ofArray(pairs);
        assertSame(failed, assertThrows(RuntimeException.class, () -> execution.run(operands, 0, null, 0)));
        assertEquals(0, holders);
    }

    /** Data with gaps goes through staging memory in parts; the layouts end runs at places of their own. */
    @ParameterizedTest
    @CsvSource({"SUM", "REPLACE", "NO_OP", "MINLOC"})
    void updatesDataWithGapsThatIsLongerThanTheStagingMemory(String name) {
        Reduction operation = Update.OPERATIONS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        DataLayout ints = DataLayout.of(ElementType.INT);
        DataLayout atTarget = DataLayout.contiguous(2, DataLayout.vector(PAIRS / 5, 5, 7, ints));
        DataLayout ofOperands = DataLayout.vector(PAIRS / 3, 6, 8, ints);
        DataLayout ofResults = DataLayout.vector(2 * PAIRS, 1, 2, ints);
        int[] target = new Random(1).ints(4 * PAIRS, 0, 100).toArray();
        int[] operands = new Random(2).ints(4 * PAIRS, 0, 100).toArray();
        int[] results = new int[4 * PAIRS];
        int[] before = packed(target, atTarget);
        int[] given = packed(operands, ofOperands);
        int[] expected = before.clone();
        for (int i = 0; i < expected.length; i++) {
            int first = i & -2; // of its pair
            boolean isLess = given[first] < before[first]
                    || given[first] == before[first] && given[first + 1] < before[first + 1];
            expected[i] = switch (name) {
                case "SUM" -> before[i] + given[i];
                case "REPLACE" -> given[i];
                case "MINLOC" -> isLess ? given[i] : before[i];
                default -> before[i];
            };
        }
        UpdateGuard guard = new UpdateGuard() {
            @Override
            public void guardUpdate(int rank) {
                assertEquals(0, holders++);
            }

            @Override
            public void leaveUpdate(int rank) {
                assertEquals(1, holders--);
            }
        };
        Region region = Region.of(MemorySegment.ofArray(target));
        TargetMemory to = new TargetMemory().set(0, 0, region, atTarget, 0, (long) before.length * Integer.BYTES);

        new UpdateExecution()
                .of(Update.of(operation, ofOperands), guard, to)
                .run(MemorySegment.ofArray(operands), ofOperands, MemorySegment.ofArray(results), ofResults);

        assertArrayEquals(before, packed(results, ofResults));
        assertArrayEquals(expected, packed(target, atTarget));
        assertEquals(0, holders);
    }

    private static int[] packed(int[] memory, DataLayout layout) {
        int[] packed = new int[(int) layout.sizeBytes() / Integer.BYTES];
        LayoutCopy.pack(
                MemorySegment.ofArray(memory), 0, layout, 0, MemorySegment.ofArray(packed), 0, layout.sizeBytes());
        return packed;
    }
}
