package org.sennit.message;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.layout.ShapeBuilder;
import org.sennit.internal.runtime.layout.ShapeBuilder.Placed;

/** MPI's constructors of datatypes: each checks its arguments and makes a unit of units. (MPI 4.1, section 5.1.2) */
final class DerivedLayouts {
    private DerivedLayouts() {}

    static LayoutUnit contiguous(long count, LayoutUnit unit) {
        checkCount("count", count);
        return unit.repeated(count, unit.extentBytes(), "contiguous(" + count + ", " + unit.text() + ")");
    }

    static LayoutUnit vector(long count, long blockLength, long stride, LayoutUnit unit) {
        return blocks(
                count,
                blockLength,
                Math.multiplyExact(stride, unit.extentBytes()),
                unit,
                "vector(count=" + count + " block=" + blockLength + " stride=" + stride + ", " + unit.text() + ")");
    }

    static LayoutUnit byteVector(long count, long blockLength, long strideBytes, LayoutUnit unit) {
        return blocks(
                count,
                blockLength,
                strideBytes,
                unit,
                "vector(count=" + count + " block=" + blockLength + " strideBytes=" + strideBytes + ", " + unit.text()
                        + ")");
    }

    private static LayoutUnit blocks(long count, long blockLength, long strideBytes, LayoutUnit unit, String text) {
        checkCount("count", count);
        checkCount("blockLength", blockLength);
        if (count == 0 || blockLength == 0) {
            return LayoutUnit.empty(text);
        }
        return unit.repeated(blockLength, unit.extentBytes(), "").repeated(count, strideBytes, text);
    }

    static LayoutUnit indexed(long[] blockLengths, long[] displacements, LayoutUnit unit) {
        long extent = unit.extentBytes();
        long[] bytes = Arrays.stream(displacements)
                .map(d -> Math.multiplyExact(d, extent))
                .toArray();
        return byteIndexed(blockLengths, bytes, unit);
    }

    static LayoutUnit byteIndexed(long[] blockLengths, long[] displacementsBytes, LayoutUnit unit) {
        checkLengths("blockLengths", blockLengths.length, displacementsBytes.length);
        String text = "indexed(" + blockLengths.length + " blocks, " + unit.text() + ")";
        ShapeBuilder shape = new ShapeBuilder();
        Bounds bounds = new Bounds();
        long units = 0;
        LayoutUnit block = null;
        long length = 0;
        for (int i = 0; i < blockLengths.length; i++) {
            if (block == null || blockLengths[i] != length) {
                length = blockLengths[i];
                checkCount("blockLength", length);
                block = unit.repeated(length, unit.extentBytes(), "");
            }
            if (length > 0) {
                shape.add(block.placed().movedBy(displacementsBytes[i]));
                bounds.include(block, displacementsBytes[i]);
                units = Math.addExact(units, length);
            }
        }
        return bounds.unit(shape.build(), unit.types().repeated(units), text);
    }

    static LayoutUnit indexedBlock(long blockLength, long[] displacements, LayoutUnit unit) {
        long[] lengths = new long[displacements.length];
        Arrays.fill(lengths, blockLength);
        return indexed(lengths, displacements, unit);
    }

    static LayoutUnit struct(long[] displacementsBytes, LayoutUnit[] components) {
        checkLengths("components", components.length, displacementsBytes.length);
        ShapeBuilder shape = new ShapeBuilder();
        Bounds bounds = new Bounds();
        List<TypeSignature> types = new ArrayList<>();
        StringJoiner text = new StringJoiner(", ", "struct(", ")");
        for (int i = 0; i < components.length; i++) {
            shape.add(components[i].placed().movedBy(displacementsBytes[i]));
            bounds.include(components[i], displacementsBytes[i]);
            types.add(components[i].types());
            text.add(components[i].text() + " at " + displacementsBytes[i]);
        }
        return bounds.unit(shape.build(), TypeSignature.join(types), text.toString());
    }

    /** Makes a struct of several memories. It has no common bounds, so it cannot be repeated. */
    static LayoutUnit struct(MemorySegment[] memories, LayoutUnit[] components) {
        checkLengths("components", components.length, memories.length);
        List<MemorySegment> used = new ArrayList<>();
        List<Placed> pieces = new ArrayList<>();
        List<TypeSignature> types = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            Placed piece = components[i].placed();
            if (piece.low() < 0 || piece.high() > memories[i].byteSize()) {
                throw new SennitException(
                        ErrorClass.COUNT,
                        "component outside its memory: component=" + i + " layout=" + components[i].text() + " needs="
                                + piece.low() + " to " + piece.high() + " bytes has=" + memories[i].byteSize());
            }
            if (piece.shape().sizeBytes > 0) {
                used.add(memories[i]);
                pieces.add(piece);
                types.add(components[i].types());
            }
        }
        String text = "struct(" + components.length + " memories)";
        if (pieces.isEmpty()) {
            return LayoutUnit.empty(text);
        }
        Absolute shape = Absolute.of(used.toArray(MemorySegment[]::new), pieces);
        return new LayoutUnit(new Placed(0, shape), 0, Long.MAX_VALUE, false, TypeSignature.join(types), text);
    }

    static LayoutUnit subarray(long[] sizes, long[] subsizes, long[] starts, ArrayOrder order, LayoutUnit unit) {
        checkLengths("subsizes", subsizes.length, sizes.length);
        checkLengths("starts", starts.length, sizes.length);
        String text = "subarray(" + Arrays.toString(subsizes) + " of " + Arrays.toString(sizes) + " from "
                + Arrays.toString(starts) + ", " + unit.text() + ")";
        LayoutUnit part = unit;
        long strideBytes = unit.extentBytes();
        long startBytes = 0;
        for (int i = 0; i < sizes.length; i++) {
            int d = order == ArrayOrder.ROW_MAJOR ? sizes.length - 1 - i : i; // fastest first
            checkDimension(d, sizes[d], subsizes[d], starts[d]);
            part = part.repeated(subsizes[d], strideBytes, "");
            startBytes = Math.addExact(startBytes, Math.multiplyExact(starts[d], strideBytes));
            strideBytes = Math.multiplyExact(strideBytes, sizes[d]);
        }
        return part.shifted(startBytes, "").resized(0, strideBytes, text);
    }

    private static void checkDimension(int dimension, long size, long subsize, long start) {
        if (size < 0 || subsize < 0 || start < 0 || subsize > size - start) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "subarray outside its array: dimension=" + dimension + " size=" + size + " subsize=" + subsize
                            + " start=" + start);
        }
    }

    private static void checkCount(String name, long count) {
        if (count < 0) {
            throw new SennitException(ErrorClass.COUNT, "negative count: " + name + "=" + count);
        }
    }

    private static void checkLengths(String name, int length, int expected) {
        if (length != expected) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "arrays of different lengths: " + name + "=" + length + " displacements or sizes=" + expected);
        }
    }

    /** The bounds of several components. */
    private static final class Bounds {
        private long low = Long.MAX_VALUE;
        private long high = Long.MIN_VALUE;
        private boolean isMarked;

        void include(LayoutUnit unit, long displacement) {
            if (unit.isNothing() || isMarked && !unit.isMarked()) {
                return;
            }
            if (unit.isMarked() && !isMarked) { // those so far do not count
                isMarked = true;
                low = Long.MAX_VALUE;
                high = Long.MIN_VALUE;
            }
            low = Math.min(low, Math.addExact(unit.lowerBound(), displacement));
            high = Math.max(high, Math.addExact(unit.upperBound(), displacement));
        }

        LayoutUnit unit(Placed placed, TypeSignature types, String text) {
            return low == Long.MAX_VALUE
                    ? LayoutUnit.empty(text)
                    : new LayoutUnit(placed, low, Math.subtractExact(high, low), isMarked, types, text);
        }
    }
}
