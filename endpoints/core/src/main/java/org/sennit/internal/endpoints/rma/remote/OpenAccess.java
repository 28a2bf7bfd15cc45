package org.sennit.internal.endpoints.rma.remote;

/** An access under way, or several of one call: its place among those to its target. */
abstract class OpenAccess {
    // Plain: stored under the lock of the target when the access begins, before its first call publishes them.
    private long firstNumber;
    private long generation;

    /** Says that it begins with the number of its first call, in a generation of OpenOperations. */
    final void begun(long number, long ofGeneration) {
        firstNumber = number;
        generation = ofGeneration;
    }

    final long firstNumber() {
        return firstNumber;
    }

    final long generation() {
        return generation;
    }
}
