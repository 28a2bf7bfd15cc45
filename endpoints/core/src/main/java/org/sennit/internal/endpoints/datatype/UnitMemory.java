package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.ReduceFunction;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;

/**
 * The operands of a user's function of many units, laid out with the gaps of the user's layout. Used by one thread at a
 * time.
 */
final class UnitMemory {
    private MemorySegment room = MemorySegment.NULL; // of both
    private DataLayout unit;
    private int count;

    // For the unit and the count.
    private DataLayout all;
    private MemorySegment in;
    private MemorySegment inOut;

    void reduce(ReduceFunction function, ReductionType type, Operands operands) {
        int units = operands.count();
        if (unit != type.layout() || count != units) {
            prepare(type.layout(), units);
        }
        long bytes = (long) type.unitBytes() * units;
        long offset = all.offsetBytes();
        DataLayout gaps = all.orNullIfContiguous();
        LayoutCopy.unpack(operands.left().segment(), operands.leftOffset(), in, offset, gaps, 0, bytes);
        LayoutCopy.unpack(operands.right().segment(), operands.rightOffset(), inOut, offset, gaps, 0, bytes);
        function.reduce(in, inOut, unit, units);
        LayoutCopy.pack(inOut, offset, gaps, 0, operands.result().segment(), operands.resultOffset(), bytes);
    }

    private void prepare(DataLayout newUnit, int units) {
        DataLayout wanted = DataLayout.contiguous(units, newUnit);
        long each = Math.addExact(wanted.trueLowerBound(), wanted.trueExtentBytes()) + 63 & ~63L;
        if (room.byteSize() < 2 * each) {
            room = Arena.ofAuto().allocate(2 * each, 64);
        }
        all = wanted; // not before: the allocation may fail, and the next call may mean the units of before
        in = room.asSlice(0, each);
        inOut = room.asSlice(each, each);
        unit = newUnit;
        count = units;
    }
}
