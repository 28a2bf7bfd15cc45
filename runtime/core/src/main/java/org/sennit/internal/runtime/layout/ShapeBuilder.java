package org.sennit.internal.runtime.layout;

import java.util.Arrays;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Pieces;
import org.sennit.internal.runtime.layout.LayoutShape.Run;

/**
 * Puts shapes together and makes them normal: what is adjacent becomes one run, a loop of a loop that continues it
 * becomes one loop, pieces at even distances become a loop. So a vector whose stride is its block is a run, and two
 * descriptions of the same rows are the same shape. One thread, thrown away after {@link #build}.
 *
 * <p>Sums and products that do not fit a long throw {@link ArithmeticException}; {@code DataLayout} says it to the
 * user.
 */
public final class ShapeBuilder {
    private static final int FIRST_ROOM = 8;

    private long[] displacements = new long[FIRST_ROOM];
    private LayoutShape[] shapes = new LayoutShape[FIRST_ROOM];
    private int count;

    /**
     * A shape and where it lies.
     *
     * @param displacement bytes from the start of the memory
     * @param shape what lies there
     */
    public record Placed(long displacement, LayoutShape shape) {
        /** No bytes. */
        public static final Placed EMPTY = new Placed(0, Run.EMPTY);

        /**
         * Returns the offset of the lowest byte.
         *
         * @return bytes from the start of the memory
         */
        public long low() {
            return Math.addExact(displacement, shape.low);
        }

        /**
         * Returns the offset of the end of the memory, behind the highest byte.
         *
         * @return bytes from the start of the memory
         */
        public long high() {
            return Math.addExact(displacement, shape.high);
        }

        /**
         * Returns the same shape elsewhere.
         *
         * @param bytes how far it moves; may be negative
         */
        public Placed movedBy(long bytes) {
            return bytes == 0 || shape.sizeBytes == 0 ? this : new Placed(Math.addExact(displacement, bytes), shape);
        }
    }

    /**
     * Makes a run of bytes without gaps.
     *
     * @return the run, at 0
     */
    public static Placed run(long bytes) {
        return new Placed(0, new Run(bytes));
    }

    /**
     * Returns the same shape again and again at a fixed distance.
     *
     * @param count how often
     * @param strideBytes bytes from one to the next; may be negative
     * @param body what is repeated
     * @return the whole
     */
    public static Placed loop(long count, long strideBytes, Placed body) {
        if (count == 0 || body.shape.sizeBytes == 0) {
            return Placed.EMPTY;
        }
        return count == 1 ? body : new Placed(body.displacement, loopOf(count, strideBytes, body.shape));
    }

    private static LayoutShape loopOf(long count, long strideBytes, LayoutShape body) {
        if (body instanceof Run && strideBytes == body.sizeBytes) {
            return new Run(Math.multiplyExact(count, strideBytes));
        }
        if (body instanceof Loop inner && Math.multiplyExact(inner.count, inner.strideBytes) == strideBytes) {
            return new Loop(Math.multiplyExact(count, inner.count), inner.strideBytes, inner.body);
        }
        return new Loop(count, strideBytes, body);
    }

    /**
     * Adds what comes next in order.
     *
     * @param next the next piece
     */
    public ShapeBuilder add(Placed next) {
        if (next.shape.sizeBytes == 0) {
            return this;
        }
        if (count > 0 && next.shape instanceof Run run && shapes[count - 1] instanceof Run last) {
            if (next.displacement - displacements[count - 1] == last.sizeBytes) {
                shapes[count - 1] = new Run(Math.addExact(last.sizeBytes, run.sizeBytes));
                return this;
            }
        }
        if (count == displacements.length) {
            displacements = Arrays.copyOf(displacements, 2 * count);
            shapes = Arrays.copyOf(shapes, 2 * count);
        }
        displacements[count] = next.displacement;
        shapes[count] = next.shape;
        count++;
        return this;
    }

    /**
     * Returns what has been added, as one.
     *
     * @return the whole, in its normal form
     */
    public Placed build() {
        if (count == 0) {
            return Placed.EMPTY;
        }
        Placed first = new Placed(displacements[0], shapes[0]);
        if (count == 1) {
            return first;
        }
        boolean isUniform = isUniform();
        long strideBytes = Math.subtractExact(displacements[1], displacements[0]);
        return isUniform && isEven(strideBytes)
                ? loop(count, strideBytes, first)
                : new Placed(first.displacement, pieces(isUniform));
    }

    private boolean isUniform() {
        for (int i = 1; i < count; i++) {
            if (!shapes[i].equals(shapes[0])) {
                return false;
            }
        }
        return true;
    }

    private boolean isEven(long strideBytes) {
        for (int i = 2; i < count; i++) {
            if (Math.subtractExact(displacements[i], displacements[i - 1]) != strideBytes) {
                return false;
            }
        }
        return true;
    }

    private Pieces pieces(boolean isUniform) {
        long origin = displacements[0];
        long[] places = new long[count];
        long[] starts = isUniform ? null : new long[count];
        long size = 0;
        long low = 0;
        long high = 0;
        for (int i = 0; i < count; i++) {
            places[i] = Math.subtractExact(displacements[i], origin);
            low = Math.min(low, Math.addExact(places[i], shapes[i].low));
            high = Math.max(high, Math.addExact(places[i], shapes[i].high));
            if (!isUniform) {
                starts[i] = size;
            }
            size = Math.addExact(size, shapes[i].sizeBytes);
        }
        return new Pieces(places, Arrays.copyOf(shapes, isUniform ? 1 : count), starts, size, low, high);
    }
}
