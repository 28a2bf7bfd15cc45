package org.sennit.internal.runtime.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.sennit.message.ArrayOrder;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * A layout and what it ought to mean: MPI's type map, element by element, made from the words of the standard without
 * any of the code that is tested.
 *
 * @param layout what is tested
 * @param elements type and place of each element in order
 * @param lower the lower bound
 * @param upper the upper bound
 * @param isMarked whether the type map has markers of the bounds, beside which elements do not count
 */
record NaiveLayout(DataLayout layout, List<Element> elements, long lower, long upper, boolean isMarked) {
    /** An element of the type map. */
    record Element(ElementType type, long at) {}

    static NaiveLayout of(ElementType type) {
        return new NaiveLayout(DataLayout.of(type), List.of(new Element(type, 0)), 0, type.bytes(), false);
    }

    long extent() {
        return upper - lower;
    }

    private boolean isNothing() {
        return elements.isEmpty() && lower == 0 && upper == 0;
    }

    /** The same at some places. */
    private NaiveLayout at(DataLayout derived, long... places) {
        List<Element> all = new ArrayList<>();
        for (long place : places) {
            elements.forEach(e -> all.add(new Element(e.type(), e.at() + place)));
        }
        return places.length == 0 || isNothing()
                ? new NaiveLayout(derived, List.of(), 0, 0, false)
                : new NaiveLayout(
                        derived,
                        all,
                        lower + Arrays.stream(places).min().orElseThrow(),
                        upper + Arrays.stream(places).max().orElseThrow(),
                        isMarked);
    }

    private long[] block(long place, long length) {
        return LongStream.range(0, length).map(i -> place + i * extent()).toArray();
    }

    NaiveLayout contiguous(int count) {
        return at(DataLayout.contiguous(count, layout), block(0, count));
    }

    NaiveLayout vector(int count, int block, int stride) {
        return at(DataLayout.vector(count, block, stride, layout), blocks(count, block, stride * extent()));
    }

    NaiveLayout byteVector(int count, int block, long strideBytes) {
        return at(DataLayout.byteVector(count, block, strideBytes, layout), blocks(count, block, strideBytes));
    }

    private long[] blocks(int count, int block, long strideBytes) {
        return LongStream.range(0, count)
                .flatMap(i -> Arrays.stream(block(i * strideBytes, block)))
                .toArray();
    }

    NaiveLayout indexed(long[] lengths, long[] displacements) {
        long[] bytes = Arrays.stream(displacements).map(d -> d * extent()).toArray();
        return at(DataLayout.indexed(lengths, displacements, layout), places(lengths, bytes));
    }

    NaiveLayout byteIndexed(long[] lengths, long[] displacements) {
        return at(DataLayout.byteIndexed(lengths, displacements, layout), places(lengths, displacements));
    }

    NaiveLayout indexedBlock(int length, long[] displacements) {
        long[] lengths = new long[displacements.length];
        Arrays.fill(lengths, length);
        long[] bytes = Arrays.stream(displacements).map(d -> d * extent()).toArray();
        return at(DataLayout.indexedBlock(length, displacements, layout), places(lengths, bytes));
    }

    private long[] places(long[] lengths, long[] bytes) {
        return LongStream.range(0, lengths.length)
                .flatMap(i -> Arrays.stream(block(bytes[(int) i], lengths[(int) i])))
                .toArray();
    }

    static NaiveLayout struct(long[] displacements, NaiveLayout... parts) {
        DataLayout derived = DataLayout.struct(
                displacements, Arrays.stream(parts).map(NaiveLayout::layout).toArray(DataLayout[]::new));
        List<Element> all = new ArrayList<>();
        boolean hasMarkers = Arrays.stream(parts).anyMatch(part -> part.isMarked && !part.isNothing());
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < parts.length; i++) {
            long place = displacements[i];
            parts[i].elements.forEach(e -> all.add(new Element(e.type(), e.at() + place)));
            if (!parts[i].isNothing() && parts[i].isMarked == hasMarkers) {
                low = Math.min(low, place + parts[i].lower);
                high = Math.max(high, place + parts[i].upper);
            }
        }
        return low > high && high == Long.MIN_VALUE
                ? new NaiveLayout(derived, all, 0, 0, false)
                : new NaiveLayout(derived, all, low, high, hasMarkers);
    }

    /** A part of a matrix. */
    NaiveLayout subarray(
            int rows, int columns, int firstRow, int firstColumn, int height, int width, ArrayOrder order) {
        DataLayout derived = order == ArrayOrder.ROW_MAJOR
                ? DataLayout.subarray(
                        new long[] {rows, columns},
                        new long[] {height, width},
                        new long[] {firstRow, firstColumn},
                        order,
                        layout)
                : DataLayout.subarray(
                        new long[] {columns, rows},
                        new long[] {width, height},
                        new long[] {firstColumn, firstRow},
                        order,
                        layout);
        List<Element> all = new ArrayList<>();
        for (int r = firstRow; r < firstRow + height; r++) {
            for (int c = firstColumn; c < firstColumn + width; c++) {
                long place = (r * (long) columns + c) * extent();
                elements.forEach(e -> all.add(new Element(e.type(), e.at() + place)));
            }
        }
        return new NaiveLayout(derived, all, 0, (long) rows * columns * extent(), true);
    }

    NaiveLayout resized(long newLower, long newExtent) {
        return new NaiveLayout(layout.resized(newLower, newExtent), elements, newLower, newLower + newExtent, true);
    }

    NaiveLayout shifted(long bytes) {
        return at(layout.byteShifted(bytes), bytes);
    }

    NaiveLayout slice(int offset, int count) {
        return at(DataLayout.contiguous(1, layout).slice(offset, count), block(offset * extent(), count));
    }

    long size() {
        return elements.stream().mapToLong(e -> e.type().bytes()).sum();
    }

    long low() {
        return elements.stream().mapToLong(Element::at).min().orElse(0);
    }

    long high() {
        return elements.stream().mapToLong(e -> e.at() + e.type().bytes()).max().orElse(0);
    }

    /** Where each byte of the packed order lies. */
    long[] bytePlaces() {
        return elements.stream()
                .flatMapToLong(e -> LongStream.range(e.at(), e.at() + e.type().bytes()))
                .toArray();
    }

    boolean hasByteTwice() {
        return Arrays.stream(bytePlaces()).distinct().count() < size();
    }
}
