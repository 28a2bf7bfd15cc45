package org.sennit.spi.network;

/**
 * The calls of an endpoint on a network besides sending: a loop, driven for the time of each call by the caller, and
 * the sockets on it. A {@link NetworkModule} has one or several; two endpoints of different lanes never wait for each
 * other's loop.
 *
 * <p>Any thread may call any method, but an upcall must not call {@link #await}, whichever lane it is of.
 */
public interface NetworkLane {
    /**
     * Makes progress without blocking: runs upcalls for arrivals and pushes pending sends. Returns 0 at once when
     * another thread drives the loop, at the cost of one read.
     *
     * @param direction what to look at first
     * @param workLimit stop after about this many pieces of work; at least 1
     * @return the work done; 0 when there was nothing to do
     */
    int poll(PollDirection direction, int workLimit);

    /**
     * Returns whether a {@link #poll} that finds nothing costs a few loads, so that a waiting
     * thread polls in every round.
     *
     * @return false when a poll is a call of the system
     */
    default boolean isCheapToPoll() {
        return false;
    }

    /**
     * Blocks this thread until its waiter is ready ({@link #wake} makes it look), or the time has passed; may
     * also return early, so the caller loops. Among all waiting threads one leads, blocked in the network itself,
     * and the others follow, parked; the lead passes on when the leader returns. A virtual thread only follows,
     * unless no thread else can lead.
     *
     * <p>The caller has spun with {@link #poll} before if it wants to. The thread's interrupt
     * status ends no wait and is kept.
     *
     * @param waiter what to wait for
     * @param timeoutNs the longest wait in nanoseconds; {@link Long#MAX_VALUE} for no limit
     * @throws IllegalStateException when called from an upcall, that is, by the thread that drives the loop
     */
    void await(NetworkWaiter waiter, long timeoutNs);

    /**
     * Makes a thread that is in {@link #await} look at its waiter, which has become ready before this call. Any thread
     * may call this, also in an upcall. Does not block. A thread that is not in {@link #await} may be unparked.
     *
     * @param thread the thread
     */
    void wake(Thread thread);
}
