package org.sennit.lapi;

import org.sennit.Communicator;

/**
 * Names the calls of a task, and keeps the names of the last ones, so that a loop of calls makes none. Any thread.
 */
final class Calls {
    /** A power of 2. */
    private static final int SETS = 16;

    private static final int SET_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SETS);

    /** Places of a set, so that two calls in turn do not drive each other out; a power of 2. */
    private static final int WAYS = 4;

    private final int task;
    private final Communicator communicator;

    // Set by set, by operation and target. Plain: the names are immutable, and a thread that finds another one, or
    // none, makes its
    // own.
    private final Call[] known = new Call[SETS * WAYS];

    // Which place of a set is taken next. Plain: each is as good as another.
    private int turn;

    Calls(int task, Communicator communicator) {
        this.task = task;
        this.communicator = communicator;
    }

    /** Returns the name of a call. */
    Call of(String operation, int target) {
        int set = ((operation.hashCode() * 31 + target) * 0x9E3779B9 >>> SET_SHIFT) * WAYS;
        for (int i = set; i < set + WAYS; i++) {
            Call call = known[i];
            if (call != null && call.target() == target && call.operation().equals(operation)) {
                return call;
            }
        }
        Call made = new Call(operation, target, task, communicator);
        known[set + (turn++ & WAYS - 1)] = made;
        return made;
    }
}
