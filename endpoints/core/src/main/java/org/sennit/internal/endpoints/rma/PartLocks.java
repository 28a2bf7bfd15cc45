package org.sennit.internal.endpoints.rma;

/** The locks of a window's parts as one endpoint takes them. Belongs to the thread that drives the endpoint. */
interface PartLocks extends UpdateGuard {
    /** A lock that others may hold, too. */
    int SHARED = 1;

    /** A lock of one member alone. */
    int EXCLUSIVE = 1 << 24;

    boolean isHeld(int target);

    /**
     * Takes a lock that this endpoint does not hold; blocks.
     *
     * @param operation the call, for the error
     * @throws org.sennit.message.SennitException RMA_CONFLICT while the target is exposed by post, PROC_FAILED, PROC_ENDED
     */
    void acquire(String operation, int target, int kind);

    /** Gives a lock back that this endpoint holds. */
    void release(int target);

    /** Exposes this member's part by post; false when a member holds its lock. */
    boolean expose();

    /** Ends {@link #expose}. */
    void conceal();

    /** Gives back all that is held. */
    void close();
}
