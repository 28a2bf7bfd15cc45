package org.sennit;

import org.sennit.internal.endpoints.device.AttachedBuffer;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Status;

/**
 * The blocking messages of a {@link Communicator}: send in the four modes, receive, both at once, probe. Buffered
 * messages go by the buffer of the communicator, or of the endpoint where it has none; one that does not fit is an
 * error (BUFFER) with the sizes. See {@link Communicator} for memory, layouts, threads and errors. (MPI 4.1, chapter 3)
 */
public interface MessageCalls {
    /** Receives from any rank. */
    int ANY_SOURCE = PointToPoint.ANY_SOURCE;

    /** Receives any tag. */
    int ANY_TAG = PointToPoint.ANY_TAG;

    /** The null process: sends to it and receives from it complete at once, without data. (MPI_PROC_NULL) */
    int NULL_PROCESS = PointToPoint.NULL_PROCESS;

    /** Bytes that a buffered message may take in the buffer beyond its own length. (MPI_BSEND_OVERHEAD) */
    int BUFFER_OVERHEAD_BYTES = AttachedBuffer.OVERHEAD_BYTES;

    /**
     * Sends all of a memory; blocks until the memory is the caller's again, which may be before the message
     * has been received. (MPI_Send)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void send(@Memory Object memory, int destination, int tag);

    /**
     * Receives; blocks until the message is in the memory. (MPI_Recv)
     *
     * @param memory the memory
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void receive(@Memory Object memory, int source, int tag);

    /**
     * Receives; blocks until the message is in the memory. Allocates nothing. (MPI_Recv)
     *
     * @param memory the memory
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status filled with sender, tag and length
     * @return the same status
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Status receive(@Memory Object memory, int source, int tag, Status status);

    /**
     * Sends some elements; blocks until the memory is the caller's again, which may be before the message
     * has been received. (MPI_Send)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void send(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Receives; blocks until the message is in the memory. (MPI_Recv)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void receive(@Memory Object memory, DataLayout layout, int source, int tag);

    /**
     * Receives; blocks until the message is in the memory. Allocates nothing. (MPI_Recv)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status filled with sender, tag and length
     * @return the same status
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Status receive(@Memory Object memory, DataLayout layout, int source, int tag, Status status);

    /**
     * Sends some elements; blocks until a receive has matched the message and has taken it. (MPI_Ssend)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Sends all of a memory; blocks until a receive has matched the message and has taken it. (MPI_Ssend)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendSynchronous(@Memory Object memory, int destination, int tag);

    /**
     * Sends some elements; blocks until the message has been copied to the attached buffer: not
     * for its receive. (MPI_Bsend)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Sends all of a memory; blocks until the message has been copied to the attached buffer: not
     * for its receive. (MPI_Bsend)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendBuffered(@Memory Object memory, int destination, int tag);

    /**
     * Sends some elements; blocks until the memory is the caller's again. The caller promises that the receive
     * has been posted. (MPI_Rsend)
     *
     * @param memory the memory
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendReady(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Sends all of a memory; blocks until the memory is the caller's again. The caller promises that the receive
     * has been posted. (MPI_Rsend)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendReady(@Memory Object memory, int destination, int tag);

    /**
     * Sends and receives at once; two ranks may do so with each other, at any size. (MPI_Sendrecv)
     *
     * @param sendMemory the memory to send
     * @param sendLayout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory the memory to receive into, apart from the send memory
     * @param receiveLayout the layout of its elements
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendReceive(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag,
            Status status);

    /**
     * Sends and receives at once; two ranks may do so with each other, at any size. (MPI_Sendrecv)
     *
     * @param sendMemory the memory to send
     * @param sendLayout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory the memory to receive into, apart from the send memory
     * @param receiveLayout the layout of its elements
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    default void sendReceive(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag) {
        sendReceive(
                sendMemory, sendLayout, destination, sendTag, receiveMemory, receiveLayout, source, receiveTag, null);
    }

    /**
     * Sends all of a memory and receives into another at once; two ranks may do so with each other,
     * at any size. (MPI_Sendrecv)
     *
     * @param sendMemory the memory to send
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory the memory to receive into, apart from the send memory
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag,
            Status status);

    /**
     * Sends all of a memory and receives into another at once; two ranks may do so with each other,
     * at any size. (MPI_Sendrecv)
     *
     * @param sendMemory the memory to send
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory the memory to receive into, apart from the send memory
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    default void sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag) {
        sendReceive(sendMemory, destination, sendTag, receiveMemory, source, receiveTag, null);
    }

    /**
     * Sends what is in a memory and receives into it; blocks until both are done. (MPI_Sendrecv_replace)
     *
     * @param memory the memory to send and to receive into
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendReceiveReplace(
            @Memory Object memory,
            DataLayout layout,
            int destination,
            int sendTag,
            int source,
            int receiveTag,
            Status status);

    /**
     * Sends what is in a memory and receives into it; blocks until both are done. (MPI_Sendrecv_replace)
     *
     * @param memory the memory to send and to receive into
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    default void sendReceiveReplace(
            @Memory Object memory, DataLayout layout, int destination, int sendTag, int source, int receiveTag) {
        sendReceiveReplace(memory, layout, destination, sendTag, source, receiveTag, null);
    }

    /**
     * Sends all of a memory and receives into it; blocks until both are done. (MPI_Sendrecv_replace)
     *
     * @param memory the memory to send and to receive into
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @param status filled with the outcome of the receive; may be null
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void sendReceiveReplace(
            @Memory Object memory, int destination, int sendTag, int source, int receiveTag, Status status);

    /**
     * Sends all of a memory and receives into it; blocks until both are done. (MPI_Sendrecv_replace)
     *
     * @param memory the memory to send and to receive into
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param receiveTag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    default void sendReceiveReplace(@Memory Object memory, int destination, int sendTag, int source, int receiveTag) {
        sendReceiveReplace(memory, destination, sendTag, source, receiveTag, null);
    }

    /**
     * Blocks until a message is there, and leaves it there. (MPI_Probe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @return a fresh status: its sender, tag and length
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Status probe(int source, int tag);

    /**
     * Blocks until a message is there, and leaves it there. Allocates nothing. (MPI_Probe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status receives its sender, tag and length; may be null
     * @return {@code status}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Status probe(int source, int tag, Status status);

    /**
     * Blocks until a message matches, and takes it out of the queue: only
     * {@link MatchedMessage#receive(Object)} receives it. (MPI_Mprobe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @return a fresh handle
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    MatchedMessage probeMatched(int source, int tag);

    /**
     * Blocks until a message is there, and takes it, into a handle that is used again and again. (MPI_Mprobe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param message an empty handle, which receives it
     * @throws org.sennit.message.SennitException see {@link Communicator}; REQUEST when the handle is not empty
     */
    void probeMatched(int source, int tag, MatchedMessage message);

    /**
     * Attaches a memory for buffered sends on this communicator. (MPI_Comm_attach_buffer)
     *
     * @param memory room for all messages that are under way, each with {@link #BUFFER_OVERHEAD_BYTES}; in use until
     *     {@link #detachBuffer}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void attachBuffer(@Memory Object memory);

    /**
     * Takes the buffer back; blocks until all its messages have gone. (MPI_Comm_detach_buffer)
     *
     * @return the memory, or null when none was attached
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Object detachBuffer();

    /**
     * Blocks until all messages of this communicator's buffer have gone. (MPI_Comm_flush_buffer)
     *
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    void flushBuffer();
}
