package org.sennit.internal.endpoints.coll;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The members make different calls, and all have got this error: nothing is under way, and the job can continue. */
public final class DisagreementException extends SennitException {
    private static final long serialVersionUID = 1;

    /**
     * Makes the error.
     *
     * @param message which ranks call what, the same on all members
     */
    public DisagreementException(String message) {
        super(ErrorClass.ARG, message);
    }

    /** Returns the text under the name of the class that programs know. */
    @Override
    public String toString() {
        return SennitException.class.getName() + ": " + errorClass() + ": " + getMessage();
    }
}
