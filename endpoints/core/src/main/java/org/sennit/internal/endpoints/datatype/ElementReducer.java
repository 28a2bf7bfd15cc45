package org.sennit.internal.endpoints.datatype;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/** An operation element by element, on the types for which its operator exists. */
final class ElementReducer implements Reducer {
    private final LoopOperator operator;

    /**
     * By type, created on first use. Set with release by its creator, read with acquire; two threads may both create
     * one, and either will do.
     */
    private final AtomicReferenceArray<ElementReduction> reductions =
            new AtomicReferenceArray<>(ElementType.values().length);

    ElementReducer(LoopOperator operator) {
        this.operator = operator;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        ElementType type = layout.elementType();
        return type != null && operator.isFor(type) ? ReductionType.of(type) : null;
    }

    @Override
    public void apply(ReductionType type, Operands operands) {
        of(type.elementType()).apply(operands);
    }

    /** Returns the operation over a type for which it exists. */
    ElementReduction of(ElementType element) {
        ElementReduction reduction = reductions.getAcquire(element.ordinal());
        return reduction == null ? make(element) : reduction;
    }

    private ElementReduction make(ElementType element) {
        ElementReduction reduction = new ElementReduction(operator, element);
        reductions.setRelease(element.ordinal(), reduction);
        return reduction;
    }
}
