package org.sennit.internal.endpoints.rma.lock;

import org.sennit.internal.endpoints.rma.update.UpdateGuard;

/**
 * The locks of a window's parts, as one endpoint acquires them: first come, first served. But a shared lock of an
 * endpoint that holds another lock is granted beside shared ones, though others wait: behind an exclusive one it could
 * wait for an endpoint that waits in the same way for the lock held. An endpoint that waits with a shared lock so waits
 * for an exclusive holder alone. Called by the threads of the endpoint.
 */
public interface PartLocks extends UpdateGuard {
    /** A lock that several members may hold at once. */
    int SHARED = 1;

    /** A lock that one member holds alone. */
    int EXCLUSIVE = 1 << 24;

    /** Beside a kind in a call: the endpoint holds another lock. */
    int NESTED = 1 << 26;

    boolean isHeld(int target);

    /**
     * Takes a lock that this endpoint does not hold; blocks.
     *
     * @param operation the call, for the error
     * @throws org.sennit.message.SennitException RMA_CONFLICT while the target is exposed by post, PROC_FAILED,
     *     PROC_ENDED
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

    /**
     * Called when the program of this endpoint has ended without {@link #close}: waits for the locks that it holds end
     * with an error.
     */
    void programEnded();
}
