package org.sennit.runtime.netmod;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One kind of network of one process: it listens, connects, sends and polls. It has no thread of its own: whoever polls
 * or awaits drives its loop for the time of the call, and all upcalls run on that thread.
 *
 * <p>Any thread may call any method, but an upcall must call neither {@link #await} nor {@link #close}. In the words of
 * the Nemesis network module document: init, finalize, connect_to_root, vc_init, poll and get_ordering.
 */
public interface NetworkModule extends AutoCloseable {
    /**
     * The name of its factory.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * Which transport was chosen and why.
     *
     * @return one line for {@code sennit info} and for reports
     */
    String explain();

    /**
     * Starts to listen. Does not wait for any peer. Call once, before everything else.
     *
     * @return the address of this process, to be given to its peers
     * @throws org.sennit.runtime.error.SennitException with NETWORK when the address cannot be bound; another address
     *     may work
     */
    BusinessCard init();

    /**
     * Makes the connection to a process, or returns the one that there is. Does not block and opens no socket: the first
     * send does.
     *
     * @param process the peer's number; not this process's own
     * @param card what the peer's {@link #init} returned
     * @return the connection
     * @throws org.sennit.runtime.error.SennitException with ARG when the card is not one of this kind of module, or the
     *     process is this one or negative; do not retry
     */
    VirtualConnection connect(int process, BusinessCard card);

    /**
     * Makes a connection by card alone, for processes that join later and do not know the peer's number.
     * {@link VirtualConnection#process} is negative until the peer has told it. Does not block.
     *
     * @param card what the peer's {@link #init} returned
     * @return the connection
     * @throws org.sennit.runtime.error.SennitException with ARG when the card is not one of this kind of module; do not
     *     retry
     */
    VirtualConnection connectToRoot(BusinessCard card);

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
     * Whether a {@link #poll} that finds nothing costs a few loads, so that a waiting thread polls in every round.
     *
     * @return false when a poll is a call of the system
     */
    default boolean isCheapToPoll() {
        return false;
    }

    /**
     * Blocks this thread until its waiter is ready ({@link #wake} makes it look), or the time has passed; may also
     * return early, so the caller loops. Among all waiting threads one leads, blocked in the network itself, and the
     * others follow, parked; the lead passes on when the leader returns. A virtual thread only follows, unless nobody
     * else can lead.
     *
     * <p>The caller has spun with {@link #poll} before if it wants to. The thread's interrupt status ends no wait and is
     * kept.
     *
     * @param waiter what to wait for
     * @param timeoutNs the longest wait in nanoseconds; {@link Long#MAX_VALUE} for no limit
     * @throws IllegalStateException when called from an upcall, that is, by the thread that drives the loop
     */
    void await(NetworkWaiter waiter, long timeoutNs);

    /**
     * Makes a thread that is in {@link #await} look at its waiter, which has become ready before this call. Any thread may
     * call this, also in an upcall. Does not block. A thread that is not in {@link #await} may be unparked.
     *
     * @param thread the thread
     */
    void wake(Thread thread);

    /**
     * Whether packets of one connection are handed up in the order in which they were sent. With an unordered module the
     * device acknowledges every active message, with an ordered one only the last.
     *
     * @return true when ordered
     */
    boolean isOrdered();

    /**
     * What the module can do.
     *
     * @return the capabilities
     */
    NetworkCapabilities capabilities();

    /**
     * Opens an arena for memory that messages are sent from and received in: where the module can, its peers on this host map
     * the memory, and a message is copied once. Any thread.
     *
     * @return a fresh arena that any thread may use and close; its {@code allocate} throws a SennitException with NO_MEM when
     *     memory has run out
     */
    default Arena newSharedArena() {
        return Arena.ofShared();
    }

    /**
     * Names memory so that another process of this host can open it by {@link #open}.
     *
     * @param memory of a {@link #newSharedArena} that is open
     * @return its name; null when it is not shared
     */
    default SharedMemoryName nameOf(MemorySegment memory) {
        return null;
    }

    /**
     * Opens the region of memory that another process has named.
     *
     * @param region what {@link SharedMemoryName#region} gave there
     * @return the whole region, for any thread, as long as it is reachable; null when it cannot be opened here
     */
    default MemorySegment open(String region) {
        return null;
    }

    /**
     * Brings the network to rest, as for a checkpoint: what is pending goes out and is acknowledged, every connection is
     * ended in order, nothing listens and nothing connects until {@link #resume}. Sends made meanwhile are kept and go out
     * after it. Blocks; every process calls it, after it has stopped sending. A second call does nothing. The checkpoint hook
     * of the Nemesis network module document.
     *
     * @param timeoutNs the longest that it may take, in nanoseconds
     * @throws org.sennit.runtime.error.SennitException with TIMEOUT when something was still pending then: nothing is lost,
     *     the same call may succeed later; with NETWORK when the module has been closed
     */
    void quiesce(long timeoutNs);

    /**
     * Ends the rest that {@link #quiesce} has brought: listens again, under the same business card, and lets the next send
     * connect. Does not block. Does nothing when there is no rest.
     *
     * @throws org.sennit.runtime.error.SennitException with NETWORK when the address cannot be bound again; another call may
     *     work
     */
    void resume();

    /**
     * Takes somebody's word, such as the launcher's, that a process has died: its connections fail at once with this
     * cause, and so does every later send to it. Does not block; the upcalls follow from a poll. Any thread.
     *
     * @param process the process
     * @param cause who says so, and why; PROC_FAILED
     */
    void peerDied(int process, Throwable cause);

    /**
     * Sends what is pending, closes all connections and stops listening; gives up what has not gone after a deadline.
     * Blocks up to that deadline. A second call does nothing. Threads in {@link #await} return.
     */
    @Override
    void close();
}
