package org.sennit.internal.endpoints.coll.schedule;

import java.util.Arrays;
import org.sennit.Blocks;
import org.sennit.internal.runtime.error.Given;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Blocks as tables of bytes: where they lie, and where they lie when they are packed. */
public final class TabledBlocks implements Blocks {
    private final DataLayout element; // what the counts count
    private final DataLayout all; // every block at its place, in the order of the ranks
    private final BlockTable table; // where the blocks lie; packed where they do not lie in a row
    private final BlockTable packed; // where they go without gaps
    private final boolean isContiguous;
    private final boolean isConsecutive;

    private TabledBlocks(
            DataLayout element,
            DataLayout all,
            BlockTable table,
            BlockTable packed,
            boolean isContiguous,
            boolean isConsecutive) {
        this.element = element;
        this.all = all;
        this.table = table;
        this.packed = packed;
        this.isContiguous = isContiguous;
        this.isConsecutive = isContiguous && isConsecutive;
    }

    /**
     * Blocks one behind the other.
     *
     * @param element what the counts count
     * @param counts of each block
     */
    public static TabledBlocks consecutive(DataLayout element, long[] counts) {
        Given.given(counts, ErrorClass.ARG, "counts", "Blocks.of");
        long[] displacements = new long[counts.length];
        for (int i = 1; i < counts.length; i++) {
            displacements[i] = sum(displacements[i - 1], counts[i - 1]);
        }
        return of(element, counts, displacements);
    }

    /**
     * Blocks anywhere.
     *
     * @param element what the counts count
     * @param counts of each block
     * @param displacements where each begins, in extents of the element
     */
    public static TabledBlocks of(DataLayout element, long[] counts, long[] displacements) {
        Given.given(element, ErrorClass.TYPE, "layout", "Blocks.of");
        Given.given(counts, ErrorClass.ARG, "counts", "Blocks.of");
        Given.given(displacements, ErrorClass.ARG, "displacements", "Blocks.of");
        checkLengths(counts.length, displacements.length);
        checkCounts(counts);
        DataLayout all = DataLayout.indexed(counts, displacements, element);
        long size = element.unitBytes() * (element.fillsMemory() ? 1 : element.count());
        long[] bytes = new long[counts.length];
        long[] offsets = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            bytes[i] = counts[i] * size; // cannot overflow: the layout of all could be made
            offsets[i] = offset(element) + displacements[i] * element.extentBytes();
        }
        return of(element, all, offsets, bytes, element.isDense());
    }

    /**
     * Blocks of any layouts.
     *
     * @param layouts of each block
     * @param offsetsBytes where each begins
     */
    public static TabledBlocks of(DataLayout[] layouts, long[] offsetsBytes) {
        Given.given(layouts, ErrorClass.TYPE, "layouts", "Blocks.of");
        Given.given(offsetsBytes, ErrorClass.ARG, "offsets", "Blocks.of");
        checkLengths(layouts.length, offsetsBytes.length);
        DataLayout all = DataLayout.struct(offsetsBytes, layouts);
        long[] bytes = new long[layouts.length];
        long[] offsets = new long[layouts.length];
        boolean isContiguous = true;
        for (int i = 0; i < layouts.length; i++) {
            bytes[i] = layouts[i].fillsMemory() ? layouts[i].unitBytes() : layouts[i].sizeBytes();
            offsets[i] = offsetsBytes[i] + offset(layouts[i]);
            isContiguous &= layouts[i].isContiguous();
        }
        return of(
                all.elementType() == null ? all : DataLayout.of(all.elementType()), all, offsets, bytes, isContiguous);
    }

    private static TabledBlocks of(
            DataLayout element, DataLayout all, long[] offsets, long[] bytes, boolean isContiguous) {
        long[] places = new long[bytes.length];
        long end = 0;
        boolean isConsecutive = true;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                offsets[i] = end; // wherever it is said to be: nothing is there
            }
            places[i] = end;
            isConsecutive &= offsets[i] == end;
            end = sum(end, bytes[i]);
        }
        BlockTable packed = new BlockTable(places, bytes);
        BlockTable table = isContiguous && !isConsecutive ? new BlockTable(offsets, bytes) : packed;
        return new TabledBlocks(element, all, table, packed, isContiguous, isConsecutive);
    }

    /**
     * Returns numbers as longs.
     *
     * @param numbers any, or null
     * @return the same, or null
     */
    public static long[] longs(int[] numbers) {
        return numbers == null ? null : Arrays.stream(numbers).asLongStream().toArray();
    }

    private static long offset(DataLayout layout) {
        return layout.isContiguous() ? layout.offsetBytes() : 0;
    }

    private static long sum(long a, long b) {
        try {
            return Math.addExact(a, b);
        } catch (ArithmeticException e) {
            throw new SennitException(ErrorClass.COUNT, "blocks larger than memory can be: " + a + " + " + b, e);
        }
    }

    private static void checkCounts(long[] counts) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] < 0) {
                throw new SennitException(ErrorClass.COUNT, "negative count: block=" + i + " count=" + counts[i]);
            }
        }
    }

    private static void checkLengths(int counts, int places) {
        if (counts != places) {
            throw new SennitException(
                    ErrorClass.ARG, "blocks need a place each: blocks=" + counts + " places=" + places);
        }
    }

    @Override
    public int length() {
        return table.length();
    }

    @Override
    public long bytes(int block) {
        return table.bytes(block);
    }

    @Override
    public DataLayout element() {
        return element;
    }

    @Override
    public DataLayout layout() {
        return all;
    }

    /** Returns whether every block lies without gaps, as those of bare types do: then nothing is packed. */
    public boolean isContiguous() {
        return isContiguous;
    }

    /**
     * Returns whether every block lies in a row, the first one where the memory begins and each behind the one before.
     *
     * @return true when the memory is as {@link #packed} has it
     */
    public boolean isConsecutive() {
        return isConsecutive;
    }

    /**
     * Returns the places of the blocks in the memory when it {@link #isContiguous}, and else in a packed copy of it.
     *
     * @return offsets and lengths in bytes
     */
    public BlockTable table() {
        return table;
    }

    /** Returns the places of the blocks in a copy without gaps, with offsets and lengths in bytes. */
    public BlockTable packed() {
        return packed;
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof TabledBlocks that && table.equals(that.table) && all.equals(that.all);
    }

    @Override
    public int hashCode() {
        return table.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("blocks of bytes");
        for (int i = 0; i < table.length(); i++) {
            if (i == 8) {
                return text.append(" … (")
                        .append(table.length())
                        .append(" blocks)")
                        .toString();
            }
            text.append(i == 0 ? " " : ", ").append(table.bytes(i));
        }
        return text.toString();
    }
}
