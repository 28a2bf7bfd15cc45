package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;

/**
 * The connection to one process, whether or not there is a socket under it at the moment: the first send opens
 * one, and after an end or a failure the next send opens another. Messages arrive in the order in which they
 * were handed to this object.
 *
 * <p>The methods without a body are the mandatory core. Optional interfaces, asked for by {@link #extension}:
 * {@link VectorConnection}, {@link StackableConnection}, {@link TerminableConnection}.
 *
 * <p>The header is a packet's: a module may read the destination endpoint in it (PacketDescriptor) to wake the thread
 * that waits there, and nothing else.
 *
 * <p>Any thread may send; order among threads is the order of their calls. Memory may be any segment of a shared,
 * global or automatic arena, or of the heap; not of a confined one. The module touches it by copying only, in pieces of
 * at most 1 MiB, so an arena that is closed meanwhile ends in {@link NetworkSend#onFailure} (and breaks the connection
 * when part of the message has already gone).
 */
public interface VirtualConnection extends Extensible {
    /** Longest eager payload, in bytes: a device refuses longer ones, so modules and their options end here. */
    int MAX_EAGER_BYTES = 16 << 20;

    /** Eager limit, in bytes, of modules that have measured no other; buffers for eager messages have this size. */
    int DEFAULT_EAGER_BYTES = 64 << 10;

    /**
     * Returns the peer.
     *
     * @return the process number; negative while it is not yet known
     */
    int process();

    /**
     * Returns the connection between two endpoints: everything that either sends to the other goes there, in both
     * directions, so that each finds it in its own {@link NetworkModule#lane}. Does not block. It has its own order,
     * attachment, upcalls and end; the death of the peer is the end of all. Caller: the device, for each message.
     *
     * @param endpoint the endpoint's id in this process
     * @param peerEndpoint the other one's id in the peer's process
     * @return the connection, always the same for two lanes; this one where both processes have one lane
     */
    default VirtualConnection lane(int endpoint, int peerEndpoint) {
        return this;
    }

    /**
     * Returns the object that the device has attached.
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
     * Sends a message and makes no request when it goes out at once. Does not block. The
     * header is copied during the call.
     *
     * @param header the header, at most {@link NetworkSend#MAX_PACKET_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @return null when the message is gone: the memory is the caller's again. Else the operation under which it is
     *     queued: the memory is in use until {@link NetworkSend#isDone}; or, with a {@link NetworkSend#failure}, lost
     * @throws IllegalStateException when the payload's arena has been closed already; nothing has been sent
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    NetworkSend startMessage(MemorySegment header, MemorySegment payload);

    /**
     * As {@link #startMessage(MemorySegment, MemorySegment)}, with an operation of the caller's in place of one that is
     * made for a message that is queued. Here: does not use it.
     *
     * @param operation not in use; of one batch
     * @param header the header, at most {@link NetworkSend#MAX_PACKET_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @return as for startMessage: null when the memory is the caller's again, and the operation is not in use; else
     *     that operation, or another one
     * @throws IllegalStateException when the payload's arena has been closed already; nothing has been sent
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    default NetworkSend startMessage(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        return startMessage(header, payload);
    }

    /**
     * Sends a message that may wait for others to travel with it, as in a window of nonblocking sends (caller: the
     * device, for those). The module writes it at the next poll or await of this process, with the next message of
     * {@link #startMessage} or {@link #send}, or after a short time without any further call. Otherwise like
     * {@link #startMessage}; also in order with it.
     *
     * @param header the header, at most {@link NetworkSend#MAX_PACKET_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @return as for startMessage: null when the memory is the caller's again
     * @throws IllegalStateException when the payload's arena has been closed already; nothing has been sent
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    default NetworkSend startBatched(MemorySegment header, MemorySegment payload) {
        return startMessage(header, payload);
    }

    /**
     * Sends a message of any size. Does not block. The header is copied during the call; the payload is in use until
     * the operation's {@link NetworkSend#onDataAvailable} or {@link NetworkSend#onFailure}, which may come during the
     * call.
     *
     * @param operation the caller's operation, not in use
     * @param header the header, at most {@link NetworkSend#MAX_PACKET_HEADER_BYTES}
     * @param payload the payload of any length; may be {@link MemorySegment#NULL} or empty
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    void send(NetworkSend operation, MemorySegment header, MemorySegment payload);

    /**
     * Returns the length up to which a message is better sent at once than by rendezvous. Longer ones work too.
     * May change from call to call.
     *
     * @return the length of the payload in bytes, at most {@link #MAX_EAGER_BYTES}
     */
    int eagerLimitBytes();

    /**
     * Returns the module's own transfer of large messages. Caller: the device, once for each large message.
     *
     * @return the transfer; null in null mode
     */
    default LargeMessageTransfer largeMessages() {
        return null;
    }
}
