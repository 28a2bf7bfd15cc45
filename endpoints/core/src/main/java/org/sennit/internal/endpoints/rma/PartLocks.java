package org.sennit.internal.endpoints.rma;

/** The locks of a window's parts, as one endpoint acquires them. Called by the threads of the endpoint. */
interface PartLocks extends UpdateGuard {
    /** A lock that several members may hold at once. */
    int SHARED = 1;

    /** A lock that one member holds alone. */
    int EXCLUSIVE = 1 << 24;

    boolean isHeld(int target);

    /**
     * Takes a lock that this endpoint does not hold; blocks.
     *
     * @param operation the call, for the error
     * @throws org.sennit.message.SennitException RMA_CONFLICT while the target is exposed by post, PROC_FAILED, PROC_ENDED
     */
    void acquire(String operation, int target, int kind);

    /** Gives a lock back that this endpoint holds; blocks until others can have it. */
    void release(int target);

    /** Gives back all that is held, in one wait for all. */
    void releaseAll();

    /** Exposes this member's part by post; false when a member holds its lock. */
    boolean expose();

    /** Ends {@link #expose}. */
    void conceal();

    /** As {@link #releaseAll}, without a wait. */
    void close();

    /** Called when the program of this endpoint has ended without {@link #close}: waits for the locks that it holds end with an error. */
    void programEnded();
}
