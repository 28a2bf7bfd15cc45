package org.sennit.internal.runtime.error;

import org.sennit.message.SennitException;

/** The owner of an operation that fails: a communicator, whose error handler is called before the error is thrown. */
@FunctionalInterface
public interface ErrorScope {
    /** Notifies the handler, once for each error; called by the thread that is about to throw. */
    SennitException raise(SennitException error);

    /**
     * Notifies the scope of an operation, if it has one.
     *
     * @param scope a scope, or anything else
     * @return the same error, to be thrown
     */
    static SennitException raise(Object scope, SennitException error) {
        return scope instanceof ErrorScope known ? known.raise(error) : error;
    }
}
