package org.sennit.internal.endpoints.coll;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The members call different things, and all have been told so: nothing is under way, and the job can go on. */
public final class DisagreementException extends SennitException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the error.
     *
     * @param message who calls what, the same on all members
     */
    public DisagreementException(String message) {
        super(ErrorClass.ARG, message);
    }
}
