package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The connection to one process, whether or not there is a socket under it at the moment: the first send opens one, and
 * after {@link #terminate} or a failure the next send opens another. Messages arrive in the order in which they were
 * handed to this object.
 *
 * <p>A header is a packet's, so the endpoint for which it is can be read from it (PacketDescriptor): a module may use it to
 * wake whoever waits, and for nothing else.
 *
 * <p>Any thread may send; order among threads is the order of their calls. Memory may be any segment of a shared, global
 * or automatic arena, or of the heap; not of a confined one. The module touches it by copying only, in pieces of at most
 * 1 MiB, so an arena that is closed meanwhile ends in {@link NetworkSend#onFailure} (and breaks the connection when part
 * of the message has already gone).
 */
public interface VirtualConnection {
    /** The longest eager payload, in bytes: a device refuses longer ones, so a module's advice and its option end here. */
    int MAX_EAGER_BYTES = 16 << 20;

    /** The eager limit, in bytes, of modules that have measured no other; buffers for eager messages are of this size. */
    int DEFAULT_EAGER_BYTES = 64 << 10;

    /**
     * The peer.
     *
     * @return the process number; negative while it is not yet known
     */
    int process();

    /**
     * The connection between two endpoints: everything that either sends to the other goes there, in both directions, so that
     * each finds it in its own {@link NetworkModule#lane}. Does not block. A connection of its own in every other way, with its own
     * order, attachment, upcalls and end; the death of the peer is the end of all.
     *
     * @param endpoint the endpoint's id in this process
     * @param peerEndpoint the other one's id in the peer's process
     * @return the connection, always the same for two lanes; this one where both processes have one lane
     */
    default VirtualConnection lane(int endpoint, int peerEndpoint) {
        return this;
    }

    /**
     * What the device has attached.
     *
     * @return the attachment; null when there is none
     */
    Object attachment();

    /**
     * Attaches the device's state (its packet assembler). Visible to the upcalls that follow.
     *
     * @param attachment any object
     */
    void attach(Object attachment);

    /**
     * Sends a message and makes no request when it goes out at once. Does not block. The header is copied during the call.
     *
     * @param header the header, at most {@link NetworkSend#MAX_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @return null when the message is gone: the memory is the caller's again. Else the operation under which it is
     *     queued: the memory is in use until {@link NetworkSend#isDone}; or, with a {@link NetworkSend#failure}, lost
     * @throws IllegalStateException when the payload's arena has been closed already; nothing has been sent
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    NetworkSend startMessage(MemorySegment header, MemorySegment payload);

    /**
     * Sends a message that may wait for others to travel with it, as in a window of nonblocking sends: it is gone at the next
     * poll or await of this process, with the next message of {@link #startMessage} or {@link #send}, and without any further
     * call after a short time. Otherwise like {@link #startMessage}; also in order with it.
     *
     * @param header the header, at most {@link NetworkSend#MAX_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @return as for startMessage: null when the memory is the caller's again
     * @throws IllegalStateException when the payload's arena has been closed already; nothing has been sent
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    default NetworkSend startBatched(MemorySegment header, MemorySegment payload) {
        return startMessage(header, payload);
    }

    /**
     * Sends a message of any size. Does not block. The header is copied during the call; the payload is in use until the
     * operation's {@link NetworkSend#onDataAvailable} or {@link NetworkSend#onFailure}, which may come during the call.
     *
     * @param operation the caller's operation, not in use
     * @param header the header, at most {@link NetworkSend#MAX_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    void send(NetworkSend operation, MemorySegment header, MemorySegment payload);

    /**
     * Sends a message whose payload is the concatenation of slices; otherwise like {@link #send}.
     *
     * @param operation the caller's operation, not in use
     * @param header the header, at most {@link NetworkSend#MAX_HEADER_BYTES}
     * @param slices the payload in order; not changed by anybody while in use
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    void sendVector(NetworkSend operation, MemorySegment header, List<MemorySegment> slices);

    /**
     * Up to which length a message is better sent at once than by rendezvous. Longer ones work too. May change from call to
     * call.
     *
     * @return the length of the payload in bytes, at most {@link #MAX_EAGER_BYTES}
     */
    int eagerLimitBytes();

    /**
     * The module's own way to move large messages.
     *
     * @return the transfer; null in null mode
     */
    LargeMessageTransfer largeMessages();

    /**
     * Runs a task as an upcall of this connection runs: with its loop held, so that none of its upcalls and callbacks runs
     * meanwhile. Here and now if nobody holds the loop, else by whoever does, or with a poll. For modules that stand on another
     * one and hand up later what has come; tasks run in the order of the calls. Any thread. Does not block.
     *
     * @param task must not block, and should not throw
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed: there are no upcalls any
     *     more; do not retry
     * @throws UnsupportedOperationException where no module can stand on this one
     */
    default void execute(Runnable task) {
        throw new UnsupportedOperationException("no module can stand on this one: process=" + process());
    }

    /**
     * Forgets the connection and frees what it holds; for one that is not in use: never opened, terminated, or failed. Does
     * not block. Afterwards every send is an error, and {@link NetworkModule#connect} makes a new one. (vc_destroy)
     *
     * @throws IllegalStateException when it is open or has something to send
     */
    void destroy();

    /**
     * Ends the connection in order. Does not block: pending sends finish, then there is exactly one
     * {@link NetworkUpcalls#terminated}, never during this call. The peer sees the same. Sends after this call belong to
     * the next connection and are kept for it.
     */
    void terminate();
}
