package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.TabledBlocks;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class BlocksTest {
    private static void assertTable(BlockTable table, long... offsetsAndBytes) {
        for (int i = 0; i < table.length(); i++) {
            assertEquals(offsetsAndBytes[2 * i], table.offset(i), "offset of " + i);
            assertEquals(offsetsAndBytes[2 * i + 1], table.bytes(i), "bytes of " + i);
        }
        assertEquals(offsetsAndBytes.length, 2 * table.length());
    }

    @Test
    void countsAloneLieOneBehindTheOther() {
        TabledBlocks blocks = (TabledBlocks) Blocks.of(DataLayout.DOUBLE, new int[] {2, 0, 3});
        assertTable(blocks.table(), 0, 16, 16, 0, 16, 24);
        assertTrue(blocks.isConsecutive());
        assertSame(blocks.table(), blocks.packed());
    }

    @Test
    void displacementsAreExtentsOfTheElement() {
        DataLayout pair = DataLayout.contiguous(2, DataLayout.INT);
        TabledBlocks blocks = (TabledBlocks) Blocks.of(pair, new int[] {1, 2}, new int[] {4, 1});
        assertTable(blocks.table(), 32, 8, 8, 16);
        assertTable(blocks.packed(), 0, 8, 8, 16);
        assertTrue(blocks.isContiguous());
        assertFalse(blocks.isConsecutive());
        assertFalse(blocks.layout().fits(39));
        assertTrue(blocks.layout().fits(40));
    }

    @Test
    void anOffsetOfTheElementCounts() {
        TabledBlocks blocks = (TabledBlocks) Blocks.of(DataLayout.LONG.slice(1, 1), new int[] {1, 1}, new int[] {0, 2});
        assertTable(blocks.table(), 8, 8, 24, 8);
    }

    @Test
    void elementsWithGapsArePacked() {
        DataLayout gapped = DataLayout.INT.count(1).resized(0, 12);
        TabledBlocks blocks = (TabledBlocks) Blocks.of(gapped, new int[] {2, 1}, new int[] {1, 0});
        assertFalse(blocks.isContiguous());
        assertTable(blocks.table(), 0, 8, 8, 4);
    }

    @Test
    void blocksOfSeveralLayouts() {
        DataLayout[] layouts = {DataLayout.INT.count(3), DataLayout.DOUBLE, DataLayout.vector(2, 1, 2, DataLayout.LONG)
        };
        TabledBlocks direct = (TabledBlocks) Blocks.of(new DataLayout[] {layouts[0], layouts[1]}, new long[] {8, 24});
        assertTable(direct.table(), 8, 12, 24, 8);
        TabledBlocks packed = (TabledBlocks) Blocks.of(layouts, new long[] {8, 24, 40});
        assertFalse(packed.isContiguous());
        assertTable(packed.table(), 0, 12, 12, 8, 20, 16);
    }

    @Test
    void equalBlocksHaveEqualTables() {
        TabledBlocks one = (TabledBlocks) Blocks.of(DataLayout.BYTE, new int[] {1, 2}, new int[] {5, 0});
        TabledBlocks other = (TabledBlocks) Blocks.of(DataLayout.BYTE, new long[] {1, 2}, new long[] {5, 0});
        assertEquals(one, other);
        assertEquals(one.table(), other.table());
    }

    @Test
    void mistakesAreErrors() {
        assertEquals(ErrorClass.COUNT, errorOf(() -> Blocks.of(DataLayout.INT, new int[] {1, -1})));
        assertEquals(
                "negative count: block=1 count=-2",
                assertThrows(SennitException.class, () -> Blocks.of(DataLayout.INT, new int[] {1, -2}))
                        .getMessage());
        assertEquals(ErrorClass.ARG, errorOf(() -> Blocks.of(DataLayout.INT, new int[] {1, 1}, new int[] {0})));
        assertEquals(ErrorClass.ARG, errorOf(() -> Blocks.of(new DataLayout[] {DataLayout.INT}, new long[0])));
        assertEquals(
                ErrorClass.COUNT,
                errorOf(() -> Blocks.of(DataLayout.LONG, new long[] {Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, 4})));
        assertEquals(ErrorClass.COUNT, errorOf(() -> Blocks.of(DataLayout.LONG, new long[] {Long.MAX_VALUE / 4})));
    }

    private static ErrorClass errorOf(Runnable making) {
        return assertThrows(SennitException.class, making::run).errorClass();
    }
}
