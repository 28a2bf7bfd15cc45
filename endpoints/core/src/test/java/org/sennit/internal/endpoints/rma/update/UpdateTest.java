package org.sennit.internal.endpoints.rma.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.PairType;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
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
        TargetMemory to = new TargetMemory(0, 0, Region.of(segment), layout, 0, bytes);

        new Update(Reduction.REPLACE, ElementType.LONG, PairType.LONG_LONG)
                .apply(guard, to, MemorySegment.ofArray(operands), null);

        assertEquals(2 * PAIRS, doneAtEnd.getLast());
        int before = 0;
        for (int done : doneAtEnd) {
            assertEquals(0, done % 2, "a pair is half replaced");
            assertTrue(done - before <= 2 * MOST_PAIRS, () -> "held for too many: " + doneAtEnd);
            before = done;
        }
        assertEquals(0, holders);
    }
}
