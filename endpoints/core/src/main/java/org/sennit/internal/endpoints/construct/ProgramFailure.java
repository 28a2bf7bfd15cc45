package org.sennit.internal.endpoints.construct;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The failure of an endpoint's program.
 *
 * @param rank of the endpoint in the world
 * @param cause what has left the program
 */
record ProgramFailure(int rank, Throwable cause) {
    /** Returns the text for the user, with the stack trace. */
    String report() {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text, true));
        return "rank " + rank + " failed: " + text.toString().stripTrailing();
    }

    SennitException asException(ErrorClass errorClass) {
        return new SennitException(errorClass, "rank " + rank + " failed: " + cause, cause);
    }
}
