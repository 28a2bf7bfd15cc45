package org.sennit;

/**
 * A promise of the caller about an epoch of a {@link Window}; a promise that is broken makes the result
 * undefined. (MPI 4.1, section 12.5.5)
 */
public enum WindowAssertion {
    /**
     * In {@link EpochCalls#start}: the matching post has been called. In {@link EpochCalls#post}: the matching start
     * makes the same promise, so that no message is sent between the two. In a lock: no other member holds or requests
     * a conflicting lock, so that none is taken. (MPI_MODE_NOCHECK)
     */
    NO_CHECK,
    /** In fence and post: the caller has not written its memory since the last synchronization. (MPI_MODE_NOSTORE) */
    NO_STORE,
    /** In fence and post: no other member writes this memory until the next synchronization. (MPI_MODE_NOPUT) */
    NO_PUT,
    /** In fence: the call ends no accesses; the same on all members. (MPI_MODE_NOPRECEDE) */
    NO_PRECEDE,
    /** In fence, on all members: accesses are errors until the next fence. (MPI_MODE_NOSUCCEED) */
    NO_SUCCEED
}
