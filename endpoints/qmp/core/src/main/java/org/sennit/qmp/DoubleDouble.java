package org.sennit.qmp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.message.DataLayout;

/**
 * Numbers of twice the precision of a double: the unevaluated sum of a double and of its rounding error. (Dekker 1971;
 * Knuth, TAOCP 2, 4.2.2, theorem B)
 */
final class DoubleDouble {
    /** One number: high and low part. */
    static final DataLayout PAIR = DataLayout.contiguous(2, DataLayout.DOUBLE);

    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private DoubleDouble() {}

    static void widen(double[] x, int offset, int length, double[] pairs) {
        for (int i = 0; i < length; i++) {
            pairs[2 * i] = x[offset + i];
            pairs[2 * i + 1] = 0;
        }
    }

    static void round(double[] pairs, double[] x, int offset, int length) {
        for (int i = 0; i < length; i++) {
            x[offset + i] = pairs[2 * i] + pairs[2 * i + 1];
        }
    }

    /** Adds the numbers of one memory to those of another; a reduction of a communicator. */
    static void sum(MemorySegment in, MemorySegment inOut, DataLayout unit, int count) {
        for (long i = 0; i < count; i++) {
            long at = i * unit.extentBytes();
            double high = in.get(DOUBLE, at);
            double otherHigh = inOut.get(DOUBLE, at);
            double sum = high + otherHigh;
            double rounded = sum - high;
            double error = high - (sum - rounded) + (otherHigh - rounded);
            // Where a part is infinite or NaN, so is the sum, and what it lacks is nothing.
            double low = Double.isFinite(sum) ? error + (in.get(DOUBLE, at + 8) + inOut.get(DOUBLE, at + 8)) : 0;
            double result = sum + low;
            inOut.set(DOUBLE, at, result);
            inOut.set(DOUBLE, at + 8, Double.isFinite(sum) ? low - (result - sum) : 0);
        }
    }
}
