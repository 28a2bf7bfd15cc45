package org.sennit.internal.runtime.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.sennit.message.ArrayOrder;
import org.sennit.message.ElementType;

/** Draws layouts of any depth. */
final class NaiveLayouts {
    private static final int MOST_ELEMENTS = 400;

    private final RandomGenerator random;

    NaiveLayouts(RandomGenerator random) {
        this.random = random;
    }

    /** A layout with no byte before its memory. */
    NaiveLayout draw() {
        NaiveLayout any = draw(random.nextInt(4));
        return any.low() < 0 ? any.shifted(-any.low()) : any;
    }

    /** A layout that may receive. */
    NaiveLayout drawToReceive() {
        while (true) {
            NaiveLayout any = draw();
            if (!any.hasByteTwice()) {
                return any;
            }
        }
    }

    NaiveLayout draw(int depth) {
        if (depth == 0) {
            return leaf();
        }
        while (true) {
            NaiveLayout derived = derive(draw(depth - 1), depth);
            if (derived.elements().size() <= MOST_ELEMENTS) {
                return derived;
            }
        }
    }

    private NaiveLayout leaf() {
        ElementType[] types = ElementType.values();
        return NaiveLayout.of(types[random.nextInt(types.length)]);
    }

    private NaiveLayout derive(NaiveLayout of, int depth) {
        return switch (random.nextInt(11)) {
            case 0 -> of.contiguous(random.nextInt(4));
            case 1 -> of.vector(random.nextInt(5), random.nextInt(4), random.nextInt(-4, 7));
            case 2 -> of.byteVector(random.nextInt(5), random.nextInt(4), random.nextInt(-70, 140));
            case 3 -> {
                int n = random.nextInt(5);
                yield of.indexed(some(n, 0, 4), some(n, -3, 12));
            }
            case 4 -> {
                int n = random.nextInt(5);
                yield of.byteIndexed(some(n, 0, 4), some(n, -90, 200));
            }
            case 5 -> of.indexedBlock(random.nextInt(4), some(random.nextInt(6), -3, 12));
            case 6 -> struct(of, depth);
            case 7 -> subarray(of);
            case 8 -> of.resized(random.nextInt(-20, 20), random.nextInt(-60, 120));
            case 9 -> of.shifted(random.nextInt(-50, 80));
            default -> of.slice(random.nextInt(3), random.nextInt(5));
        };
    }

    private long[] some(int n, int from, int to) {
        return LongStream.range(0, n).map(i -> random.nextInt(from, to)).toArray();
    }

    private NaiveLayout struct(NaiveLayout first, int depth) {
        List<NaiveLayout> parts = new ArrayList<>(List.of(first));
        int n = random.nextInt(4);
        for (int i = 0; i < n; i++) {
            parts.add(draw(random.nextInt(depth)));
        }
        return NaiveLayout.struct(some(parts.size(), -40, 300), parts.toArray(NaiveLayout[]::new));
    }

    private NaiveLayout subarray(NaiveLayout of) {
        int rows = random.nextInt(1, 6);
        int columns = random.nextInt(1, 6);
        int firstRow = random.nextInt(rows);
        int firstColumn = random.nextInt(columns);
        return of.subarray(
                rows,
                columns,
                firstRow,
                firstColumn,
                random.nextInt(rows - firstRow + 1),
                random.nextInt(columns - firstColumn + 1),
                random.nextBoolean() ? ArrayOrder.ROW_MAJOR : ArrayOrder.COLUMN_MAJOR);
    }
}
