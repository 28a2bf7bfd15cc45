package org.sennit.internal.runtime.error;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Arguments that must be there, of calls that belong to no communicator. */
public final class Given {
    private Given() {}

    /**
     * Returns an argument.
     *
     * @param errorClass what its lack is
     * @param what it is
     * @param operation of the caller
     * @throws SennitException of that class when it is null; final
     */
    public static <T> T given(T argument, ErrorClass errorClass, String what, String operation) {
        if (argument == null) {
            throw new SennitException(errorClass, "no " + what + ": given=null operation=" + operation);
        }
        return argument;
    }
}
