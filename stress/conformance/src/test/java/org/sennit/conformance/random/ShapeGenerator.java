package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.sennit.message.DataLayout;
import org.sennit.testkit.SeededRandom;

/** Makes shapes: many for one type signature, each given by a number. */
final class ShapeGenerator {
    /** Blocks of an irregular layout. */
    private static final int MOST_BLOCKS = 9;

    private final Elements elements;
    private final int units;
    private final SeededRandom random;
    private final UnitShape unit;
    private final List<int[]> runs = new ArrayList<>();
    private int end;

    private ShapeGenerator(Elements elements, int units, int geometry) {
        this.elements = elements;
        this.units = units;
        this.random = new SeededRandom(geometry);
        this.unit = UnitShape.of(elements, random, geometry == 0);
    }

    /** The shape of that number; 0 is the simplest. */
    static Shape shape(Elements elements, int units, int geometry) {
        ShapeGenerator generator = new ShapeGenerator(elements, units, geometry);
        if (geometry == 0 || units == 0) {
            return generator.sideBySide(0);
        }
        return switch (generator.random.nextInt(6)) {
            case 0, 1 -> generator.sideBySide(generator.random.nextInt(4));
            case 2 -> generator.vector();
            case 3 -> generator.byteVector();
            case 4 -> generator.indexed();
            default -> generator.nested();
        };
    }

    private Shape sideBySide(int lead) {
        block(lead * unit.extentBytes(), units);
        boolean isWhole = lead == 0 && unit.isDense();
        return shape(unit.layout().slice(lead, units), isWhole ? unit.layout() : null);
    }

    /** Blocks at an even distance, now and then from the end to the beginning. */
    private Shape vector() {
        int block = divisor();
        int count = units / block;
        int stride = block + random.nextInt(4);
        boolean isBackwards = random.nextInt(3) == 0;
        int first = isBackwards ? (count - 1) * stride * unit.extentBytes() : 0;
        for (int i = 0; i < count; i++) {
            block((isBackwards ? count - 1 - i : i) * stride * unit.extentBytes(), block);
        }
        return shape(
                DataLayout.vector(count, block, isBackwards ? -stride : stride, unit.layout())
                        .byteShifted(first),
                null);
    }

    private Shape byteVector() {
        int block = divisor();
        int count = units / block;
        int stride = block * unit.extentBytes() + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            block(i * stride, block);
        }
        return shape(DataLayout.byteVector(count, block, stride, unit.layout()), null);
    }

    /** Blocks of any length, in an order that is not that of their places. */
    private Shape indexed() {
        List<long[]> blocks = new ArrayList<>(); // displacement, length
        int left = units;
        int place = random.nextInt(3);
        while (left > 0) {
            int length = blocks.size() == MOST_BLOCKS - 1 ? left : 1 + random.nextInt(left);
            blocks.add(new long[] {place, length});
            place += length + random.nextInt(5);
            left -= length;
        }
        Collections.shuffle(blocks, new Random(random.nextLong()));
        for (long[] b : blocks) {
            block((int) b[0] * unit.extentBytes(), (int) b[1]);
        }
        long[] displacements = blocks.stream().mapToLong(b -> b[0]).toArray();
        long[] lengths = blocks.stream().mapToLong(b -> b[1]).toArray();
        return shape(DataLayout.indexed(lengths, displacements, unit.layout()), null);
    }

    /** Vectors behind each other. */
    private Shape nested() {
        int inner = divisor();
        int outer = units / inner;
        int stride = 1 + random.nextInt(3);
        int innerExtent = inner * stride * unit.extentBytes() + random.nextInt(10);
        for (int i = 0; i < outer; i++) {
            for (int k = 0; k < inner; k++) {
                block(i * innerExtent + k * stride * unit.extentBytes(), 1);
            }
        }
        DataLayout one = DataLayout.vector(inner, 1, stride, unit.layout()).resized(0, innerExtent);
        return shape(DataLayout.contiguous(outer, one), null);
    }

    /** One of the numbers that the units can be divided by, the larger the more units there are. */
    private int divisor() {
        List<Integer> divisors = new ArrayList<>();
        for (int i = 1 + units / 2000; i <= Math.min(units, 64 + units / 100); i++) {
            if (units % i == 0) {
                divisors.add(i);
            }
        }
        return divisors.isEmpty() ? units : divisors.get(random.nextInt(divisors.size()));
    }

    // ---- what the layouts mean, worked out without them ----

    private void block(int start, int count) {
        if (unit.isDense()) {
            run(start, count * unit.extentBytes());
            return;
        }
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < unit.offsets().length; k++) {
                run(start + i * unit.extentBytes() + unit.offsets()[k], unit.lengths()[k]);
            }
        }
    }

    private void run(int offset, int length) {
        runs.add(new int[] {offset, length});
        end = Math.max(end, offset + length);
    }

    private Shape shape(DataLayout layout, DataLayout bare) {
        return new Shape(
                elements,
                layout,
                bare,
                end,
                runs.stream().mapToInt(run -> run[0]).toArray(),
                runs.stream().mapToInt(run -> run[1]).toArray());
    }
}
