package org.sennit.spi.network;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One kind of network of one process: it listens, connects, sends and polls. It has no thread of its own: whoever polls
 * or awaits drives its loop for the time of the call, and all upcalls run on that thread.
 *
 * <p>A module may have several {@link NetworkLane lanes}, each with a loop of its own: endpoint e of its process belongs to lane
 * e mod {@link #lanes}, and polls, awaits and sends there alone. The module's own poll and await serve all lanes; they are for
 * threads that are no endpoint's.
 *
 * <p>Any thread may call any method, but an upcall must call none of {@link #await}, {@link #connect}, {@link #connectToRoot},
 * {@link #quiesce}, {@link #resume} and {@link #close}. In the words of the Nemesis network module document: init, finalize,
 * connect_to_root, vc_init, poll and get_ordering.
 */
public interface NetworkModule extends NetworkLane, AutoCloseable {
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
     * @throws org.sennit.message.SennitException with NETWORK when the address cannot be bound; another address
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
     * @throws org.sennit.message.SennitException with ARG when the card is not one of this kind of module, or the
     *     process is this one or negative; do not retry
     */
    VirtualConnection connect(int process, BusinessCard card);

    /**
     * Makes a connection by card alone, for processes that join later and do not know the peer's number.
     * {@link VirtualConnection#process} is negative until the peer has told it. Does not block.
     *
     * @param card what the peer's {@link #init} returned
     * @return the connection
     * @throws org.sennit.message.SennitException with ARG when the card is not one of this kind of module; do not
     *     retry
     */
    VirtualConnection connectToRoot(BusinessCard card);

    /**
     * How many lanes there are.
     *
     * @return at least 1; the same from {@link #init} on
     */
    default int lanes() {
        return 1;
    }

    /**
     * The lane of an endpoint: where it polls, awaits and is woken. What it sends goes by {@link VirtualConnection#lane}.
     *
     * @param endpoint the endpoint's id in this process
     * @return the lane; the module itself where there is only one
     */
    default NetworkLane lane(int endpoint) {
        return this;
    }

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
     * @throws org.sennit.message.SennitException with TIMEOUT when something was still pending then: nothing is lost,
     *     the same call may succeed later; with NETWORK when the module has been closed
     */
    void quiesce(long timeoutNs);

    /**
     * Ends the rest that {@link #quiesce} has brought: listens again, under the same business card, and lets the next send
     * connect. Does not block. Does nothing when there is no rest.
     *
     * @throws org.sennit.message.SennitException with NETWORK when the address cannot be bound again; another call may
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
