package org.sennit.spi.network;

/**
 * One kind of network of one process: it listens, connects, sends and polls. A module has no thread of its own: the
 * thread that polls or awaits drives its loop for the time of the call, and all upcalls run on that thread.
 *
 * <p>The methods without a body are the mandatory core: what a job needs to run. What only some modules can do, or what
 * has no caller yet, stands in optional interfaces, asked for by {@link #extension}. Of a module:
 *
 * <ul>
 * <li>{@link SharedMemoryModule}: memory that processes of one host map; the device, for shared arenas and gifts
 * <li>{@link OnDemandModule}: no connection before the first contact; the device, at the start
 * <li>{@link JoiningModule}: connections by card alone; no caller yet
 * <li>{@link QuiescentModule}: rest, as for a checkpoint; no caller yet
 * </ul>
 *
 * <p>Of a connection:
 *
 * <ul>
 * <li>{@link ShortMessageConnection}: short messages without the header of a packet; the device
 * <li>{@link StackableConnection}: tasks among the upcalls; modules that stand on another
 * <li>{@link VectorConnection}: payloads gathered from slices; no caller yet but modules that stand on another
 * <li>{@link TerminableConnection}: the end of one connection; no caller yet but modules that stand on another
 * </ul>
 *
 * <p>A module may have several {@link NetworkLane lanes}, each with a loop of its own: endpoint e of its process
 * belongs to lane e mod {@link #lanes}, and polls, awaits and sends there alone. The module's own poll and await serve
 * all lanes; they are for threads that are no endpoint's.
 *
 * <p>Any thread may call any method, but an upcall must call none of {@link #await}, {@link #connect} and
 * {@link #close}. In Nemesis: init, finalize, vc_init, poll and get_ordering.
 */
public interface NetworkModule extends NetworkLane, Extensible, AutoCloseable {
    /**
     * Returns the name of its factory.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * Returns the transport that was chosen, and the reason.
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
     * Makes the connection to a process, or returns the one that there is. Does not block and opens no
     * socket: the first send does.
     *
     * @param process the peer's number; not this process's own
     * @param card what the peer's {@link #init} returned
     * @return the connection
     * @throws org.sennit.message.SennitException with ARG when the card is not one of this kind of module, or the
     *     process is this one or negative; do not retry
     */
    VirtualConnection connect(int process, BusinessCard card);

    /**
     * Returns the number of lanes. Caller: the device's background progress.
     *
     * @return at least 1; the same from {@link #init} on
     */
    default int lanes() {
        return 1;
    }

    /**
     * Returns the lane of an endpoint: where it polls, awaits and is woken. What it sends goes by
     * {@link VirtualConnection#lane}.
     *
     * @param endpoint the endpoint's id in this process
     * @return the lane; the module itself where there is only one
     */
    default NetworkLane lane(int endpoint) {
        return this;
    }

    /**
     * Returns whether packets of one connection are handed up in the order in which they were sent. Caller: the device,
     * which numbers the packets of an unordered module and restores their order.
     *
     * @return true when ordered
     */
    default boolean isOrdered() {
        return true;
    }

    /**
     * Returns the capabilities of the module beyond the mandatory core. Caller: the contract tests, which check it.
     *
     * @return the capabilities
     */
    default NetworkCapabilities capabilities() {
        return NetworkCapabilities.CORE;
    }

    /**
     * Reports the death of a process that was noticed outside the network, as by the launcher: its
     * connections fail at once with this cause, and so does every later send to it. Does not block; the
     * upcalls follow from a poll. Any thread.
     *
     * @param process the process
     * @param cause how it was detected, and by which process; PROC_FAILED
     */
    void peerDied(int process, Throwable cause);

    /**
     * Sends what is pending, closes all connections and stops listening; gives up what has not gone after a deadline.
     * Blocks up to that deadline. A second call does nothing. Threads in {@link #await} return.
     */
    @Override
    void close();
}
