package org.sennit;

/**
 * A promise of the caller about an epoch of a {@link Window}; a promise that is broken makes the result undefined. (MPI 4.1,
 * section 12.5.5)
 */
public enum WindowAssertion {
    /**
     * Of {@link EpochCalls#start}: the matching post has been called; of {@link EpochCalls#post}: the matching start makes the
     * same promise, so that neither tells the other; of a lock: no other member holds or wants a conflicting one, so that none
     * is taken.
     */
    NO_CHECK,
    /** Of fence and post: the caller has not written its memory since the last synchronization. */
    NO_STORE,
    /** Of fence and post: the caller's memory is not written by others until the next synchronization. */
    NO_PUT,
    /** Of fence: the call ends no accesses; the same on all members. */
    NO_PRECEDE,
    /** Of fence: the call begins no accesses, which are errors until the next one; the same on all members. */
    NO_SUCCEED
}
