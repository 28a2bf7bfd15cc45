package org.sennit.endpoints.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.LayoutCopy;

/**
 * A user's function of many units. It sees them as their layout says: what has gaps in the user's memory and none in ours
 * is spread out for it.
 */
final class FunctionReducer implements Reducer {
    private final String name;
    private final ReduceFunction function;

    FunctionReducer(String name, ReduceFunction function) {
        this.name = name;
        this.function = function;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        return ReductionType.ofUnits(layout);
    }

    @Override
    public void apply(
            ReductionType type,
            MemorySegment left,
            long leftOffset,
            MemorySegment right,
            long rightOffset,
            MemorySegment result,
            long resultOffset,
            int count) {
        if (count == 0) {
            return;
        }
        long bytes = (long) type.unitBytes() * count;
        DataLayout all = DataLayout.contiguous(count, type.layout());
        boolean isSpread = !all.isContiguous() || all.offsetBytes() != 0;
        long room = isSpread ? all.trueLowerBound() + all.trueExtentBytes() : bytes;
        MemorySegment in = isSpread ? room(room) : left.asSlice(leftOffset, bytes);
        MemorySegment inOut = room(room);
        if (isSpread) {
            LayoutCopy.unpack(left, leftOffset, in, all.offsetBytes(), all.orNullIfContiguous(), 0, bytes);
        }
        LayoutCopy.unpack(right, rightOffset, inOut, all.offsetBytes(), all.orNullIfContiguous(), 0, bytes);
        try {
            function.reduce(in, inOut, type.layout(), count);
        } catch (RuntimeException | Error e) {
            throw failed(name, type, count, e);
        }
        LayoutCopy.pack(inOut, all.offsetBytes(), all.orNullIfContiguous(), 0, result, resultOffset, bytes);
    }

    private static MemorySegment room(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    /** What the caller of the reduction gets. */
    static SennitException failed(String name, ReductionType type, int count, Throwable cause) {
        if (cause instanceof VirtualMachineError fatal) {
            throw fatal;
        }
        return new SennitException(
                ErrorClass.OP,
                "the function of a user's operation has failed: operation=" + name + " type=" + type + " count=" + count
                        + " cause=" + cause,
                cause);
    }
}
