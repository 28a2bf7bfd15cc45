package org.sennit.lapi;

import org.sennit.Communicator;

/**
 * Names the calls of a task, and keeps the names of the last ones, so that a loop of calls makes none. Any thread.
 */
final class Calls {
    /** A power of 2. */
    private static final int KEPT = 64;

    private final int task;
    private final Communicator communicator;

    // By operation and target. Plain: the names are immutable, and a thread that finds another one, or none, makes its
    // own.
    private final Call[] known = new Call[KEPT];

    Calls(int task, Communicator communicator) {
        this.task = task;
        this.communicator = communicator;
    }

    /** Returns the name of a call. */
    Call of(String operation, int target) {
        int place = (operation.hashCode() * 31 + target) & KEPT - 1;
        Call call = known[place];
        if (call == null || call.target() != target || !call.operation().equals(operation)) {
            call = new Call(operation, target, task, communicator);
            known[place] = call;
        }
        return call;
    }
}
