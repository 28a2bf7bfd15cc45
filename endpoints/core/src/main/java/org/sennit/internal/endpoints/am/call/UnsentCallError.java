package org.sennit.internal.endpoints.am.call;

import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The error of a remote call that has not been sent. Stateless; any thread. */
public final class UnsentCallError {
    private UnsentCallError() {}

    /**
     * Returns the error of a call that has not been sent, or not to its end.
     *
     * @param where the call, as in all errors
     * @param cause what has been thrown
     * @return BUFFER: its data cannot be read any more; NO_MEM: there is no memory for what sending takes; OTHER
     */
    public static SennitException of(String where, Throwable cause) {
        ErrorClass errorClass = MemoryLoss.is(cause)
                ? ErrorClass.BUFFER
                : cause instanceof OutOfMemoryError ? ErrorClass.NO_MEM : ErrorClass.OTHER;
        return new SennitException(
                errorClass,
                "a one-sided operation could not be sent: " + where + " cause=" + cause.getMessage(),
                cause);
    }
}
