package org.sennit.message;

import java.util.Arrays;
import java.util.Comparator;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Pieces;
import org.sennit.internal.runtime.layout.LayoutShape.Run;
import org.sennit.internal.runtime.layout.LayoutShape.Sequence;

/**
 * Finds layouts that name a byte twice, which must not receive. Finds what is cheap to find: repetitions closer than
 * the body is long, and runs that lie on each other; interleaved patterns, which are rarely wrong, are taken for right.
 */
final class SelfOverlap {
    private SelfOverlap() {}

    /** Returns whether a byte is certainly meant twice. */
    static boolean isCertain(LayoutShape shape) {
        return switch (shape) {
            case Run run -> false;
            case Loop loop -> isCertain(loop);
            case Pieces pieces -> isCertain(pieces);
            case Absolute pieces -> isCertainInOne(pieces);
        };
    }

    private static boolean isCertainInOne(Sequence pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            if ((i == 0 || pieces.shape(i) != pieces.shape(i - 1)) && isCertain(pieces.shape(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCertain(Loop loop) {
        return loop.strideBytes == 0
                || loop.body instanceof Run && Math.abs(loop.strideBytes) < loop.body.sizeBytes
                || isCertain(loop.body);
    }

    private static boolean isCertain(Pieces pieces) {
        if (isCertainInOne(pieces)) {
            return true;
        }
        if (isAscending(pieces)) {
            return false;
        }
        int n = pieces.count();
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> pieces.displacement(i) + pieces.shape(i).low));
        for (int i = 1; i < n; i++) {
            int before = order[i - 1];
            int next = order[i];
            if (pieces.shape(before) instanceof Run run
                    && pieces.shape(next) instanceof Run
                    && pieces.displacement(next) < pieces.displacement(before) + run.sizeBytes) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAscending(Pieces pieces) {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < pieces.count(); i++) {
            if (pieces.displacement(i) + pieces.shape(i).low < end) {
                return false;
            }
            end = pieces.displacement(i) + pieces.shape(i).high;
        }
        return true;
    }
}
