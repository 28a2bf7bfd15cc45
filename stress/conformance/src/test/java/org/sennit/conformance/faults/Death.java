package org.sennit.conformance.faults;

import org.sennit.lapi.LapiException;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** What the death of a process does to the calls of the others. */
final class Death {
    private Death() {}

    /**
     * Runs a call that the death of a process must end with PROC_FAILED. Throws what else the call throws, also an
     * error of LAPI, and an AssertionError where it returns.
     */
    static void ends(Runnable call) {
        ends(call, ErrorClass.PROC_FAILED);
    }

    /** As above, with another error than PROC_FAILED. */
    static void ends(Runnable call, ErrorClass expected) {
        try {
            call.run();
        } catch (LapiException e) {
            throw e;
        } catch (SennitException e) {
            if (e.errorClass() == expected) {
                return;
            }
            throw e;
        }
        throw new AssertionError("no error");
    }
}
