package org.sennit.bench.strided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The loops that a programmer would write for one thread: every third element to or from a row. Any thread. */
final class HandWritten {
    private HandWritten() {}

    static void gather(double[] from, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[3 * i];
        }
    }

    static void scatter(double[] from, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[3 * i] = from[i];
        }
    }

    static void both(double[] from, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[3 * i] = from[3 * i];
        }
    }

    static void gather(MemorySegment from, MemorySegment to, int count) {
        for (int i = 0; i < count; i++) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, i, from.getAtIndex(ValueLayout.JAVA_DOUBLE, 3L * i));
        }
    }

    static void scatter(MemorySegment from, MemorySegment to, int count) {
        for (int i = 0; i < count; i++) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, 3L * i, from.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
        }
    }

    static void both(MemorySegment from, MemorySegment to, int count) {
        for (int i = 0; i < count; i++) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, 3L * i, from.getAtIndex(ValueLayout.JAVA_DOUBLE, 3L * i));
        }
    }
}
