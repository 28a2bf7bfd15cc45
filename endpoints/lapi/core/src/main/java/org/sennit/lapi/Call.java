package org.sennit.lapi;

import org.sennit.Communicator;

/**
 * A call of a task, as the texts of its errors name it.
 *
 * @param operation the call, as the program writes it
 * @param target the task that it concerns; {@link #NO_TARGET} for none
 * @param task that has made it
 * @param communicator whose ranks are the tasks
 */
record Call(String operation, int target, int task, Communicator communicator) {
    static final int NO_TARGET = -1;

    /** Returns what is thrown. */
    LapiException wrong(LapiStatus status, String details) {
        return new LapiException(
                status,
                operation,
                (details.isEmpty() ? "" : details + " ")
                        + (target == NO_TARGET ? "" : "target=" + target + " ")
                        + "rank=" + task + " communicator=" + communicator);
    }
}
