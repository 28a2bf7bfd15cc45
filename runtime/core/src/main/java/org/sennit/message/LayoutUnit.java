package org.sennit.message;

import org.sennit.internal.runtime.layout.LayoutShape.Run;
import org.sennit.internal.runtime.layout.ShapeBuilder;
import org.sennit.internal.runtime.layout.ShapeBuilder.Placed;

/**
 * The unit that a {@link DataLayout} counts: MPI's datatype. Its bytes in order, its bounds, whose distance is that of
 * repetitions, and the types of its elements. Immutable.
 *
 * @param placed which bytes, from the place where the unit lies
 * @param lowerBound where it begins, in bytes
 * @param extentBytes the distance to the next repetition, in bytes
 * @param isMarked whether its bounds have been set: beside such components of a struct the bounds of others do not
 *     count (MPI 4.1, section 5.1.6)
 * @param types the types of its elements
 * @param text its description
 */
record LayoutUnit(
        Placed placed, long lowerBound, long extentBytes, boolean isMarked, TypeSignature types, String text) {
    /** Longer descriptions are cut: a nest of structs can be longer than memory. */
    private static final int LONGEST_TEXT = 240;

    LayoutUnit {
        text = text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }

    static LayoutUnit of(ElementType type) {
        TypeSignature one = TypeSignature.of(type, 1);
        return new LayoutUnit(ShapeBuilder.run(type.bytes()), 0, type.bytes(), false, one, type.name());
    }

    static LayoutUnit empty(String text) {
        return new LayoutUnit(Placed.EMPTY, 0, 0, false, TypeSignature.EMPTY, text);
    }

    /** Returns the offset of its end, in bytes. */
    long upperBound() {
        return Math.addExact(lowerBound, extentBytes);
    }

    /** Returns the size of the data, in bytes. */
    long sizeBytes() {
        return placed.shape().sizeBytes;
    }

    /** Returns whether it has neither bytes nor bounds: then it has no place either. */
    boolean isNothing() {
        return sizeBytes() == 0 && extentBytes == 0 && lowerBound == 0;
    }

    /** Returns whether one follows the other without a gap. */
    boolean isDense() {
        return placed.shape() instanceof Run run && run.sizeBytes == extentBytes && extentBytes > 0;
    }

    /** Returns a number of elements at a distance, as one. */
    LayoutUnit repeated(long count, long strideBytes, String newText) {
        if (count == 0 || isNothing()) {
            return empty(newText);
        }
        long far = Math.multiplyExact(count - 1, strideBytes);
        long newLower = Math.addExact(lowerBound, Math.min(0, far));
        long newUpper = Math.addExact(upperBound(), Math.max(0, far));
        return new LayoutUnit(
                ShapeBuilder.loop(count, strideBytes, placed),
                newLower,
                Math.subtractExact(newUpper, newLower),
                isMarked,
                types.repeated(count),
                newText);
    }

    LayoutUnit shifted(long bytes, String newText) {
        if (isNothing()) {
            return empty(newText);
        }
        long newLower = Math.addExact(lowerBound, bytes);
        return new LayoutUnit(placed.movedBy(bytes), newLower, extentBytes, isMarked, types, newText);
    }

    LayoutUnit resized(long newLowerBound, long newExtentBytes, String newText) {
        Math.addExact(newLowerBound, newExtentBytes);
        return new LayoutUnit(placed, newLowerBound, newExtentBytes, true, types, newText);
    }
}
