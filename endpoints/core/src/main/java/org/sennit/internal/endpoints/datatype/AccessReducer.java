package org.sennit.internal.endpoints.datatype;

import org.sennit.message.DataLayout;

/** An operation for accesses to windows only (replace, no-op). (MPI 4.1, section 12.3.4) */
final class AccessReducer implements Reducer {
    @Override
    public ReductionType typeOf(DataLayout layout) {
        return null;
    }

    @Override
    public void apply(ReductionType type, Operands operands) {
        throw new UnsupportedOperationException("only for windows");
    }
}
