package org.sennit.internal.endpoints.datatype;

import org.sennit.ReduceFunction;
import org.sennit.message.DataLayout;

/** A user's function of many units. */
final class FunctionReducer implements Reducer {
    private final ReduceFunction function;
    private final IdlePool<UnitMemory> idle = new IdlePool<>(UnitMemory::new);

    /** The type of the layout met last; whichever thread sets it, any value is right for its own layout. */
    private volatile ReductionType last;

    FunctionReducer(ReduceFunction function) {
        this.function = function;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        ReductionType known = last;
        if (known != null && known.layout() == layout) {
            return known;
        }
        ReductionType type = ReductionType.ofUnits(layout);
        last = type;
        return type;
    }

    @Override
    public void apply(ReductionType type, Operands operands) {
        if (operands.count() == 0) {
            return;
        }
        UnitMemory memory = idle.take();
        try {
            memory.reduce(function, type, operands);
        } finally {
            idle.putBack(memory);
        }
    }
}
