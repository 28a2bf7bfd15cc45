package org.sennit.internal.endpoints.datatype;

import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** A user's operation: what its function throws becomes an error that names the operation. */
final class GuardedReducer implements Reducer {
    private final String name;
    private final Reducer reducer;

    GuardedReducer(String name, Reducer reducer) {
        this.name = name;
        this.reducer = reducer;
    }

    @Override
    public ReductionType typeOf(DataLayout layout) {
        return reducer.typeOf(layout);
    }

    @Override
    public void apply(ReductionType type, Operands operands) {
        try {
            reducer.apply(type, operands);
        } catch (OutOfMemoryError | InternalError e) { // not the function's fault; its depth is
            throw e;
        } catch (RuntimeException | Error e) {
            throw failed(type, operands.count(), e);
        }
    }

    private SennitException failed(ReductionType type, int count, Throwable cause) {
        return new SennitException(
                ErrorClass.OP,
                "a user's operation has failed: reduction=" + name + " type=" + type + " count=" + count + " cause="
                        + cause,
                cause);
    }
}
