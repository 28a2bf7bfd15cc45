package org.sennit;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.AttachedBuffer;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.SendModes;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * The other modes of sending on a {@link Communicator}: synchronous, buffered, ready. Buffered messages go by the buffer of
 * the communicator, or of the endpoint where it has none; one that does not fit is an error (BUFFER) with the sizes.
 * (MPI 4.1, sections 3.4 and 3.6)
 */
public abstract class ModeCalls extends ExchangeCalls {
    /** What a buffered message may take in the buffer beyond its own length, in bytes. (MPI_BSEND_OVERHEAD) */
    public static final int BUFFER_OVERHEAD_BYTES = AttachedBuffer.OVERHEAD_BYTES;

    private final SendModes modes;

    /** Made by its communicator only. */
    ModeCalls(CommContext context) {
        super(context);
        this.modes = new SendModes(context);
    }

    final SendModes modes() {
        return modes;
    }

    /**
     * Sends some elements; blocks until a receive has matched the message and has taken it. (MPI_Ssend)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            modes.send(SendMode.SYNCHRONOUS, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends all of a memory; blocks until a receive has matched the message and has taken it. (MPI_Ssend)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendSynchronous(@Memory Object memory, int destination, int tag) {
        try {
            modes.send(SendMode.SYNCHRONOUS, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends some elements; blocks until the message has been copied to the attached buffer: not for its receive. (MPI_Bsend)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            modes.send(SendMode.BUFFERED, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends all of a memory; blocks until the message has been copied to the attached buffer: not for its receive. (MPI_Bsend)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendBuffered(@Memory Object memory, int destination, int tag) {
        try {
            modes.send(SendMode.BUFFERED, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends some elements; blocks until the memory is the caller's again. The caller promises that the receive has been posted. (MPI_Rsend)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendReady(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            modes.send(SendMode.READY, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends all of a memory; blocks until the memory is the caller's again. The caller promises that the receive has been posted. (MPI_Rsend)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void sendReady(@Memory Object memory, int destination, int tag) {
        try {
            modes.send(SendMode.READY, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Attaches a memory for buffered sends on this communicator. (MPI_Comm_attach_buffer)
     *
     * @param memory room for all messages that are under way, each with {@link #BUFFER_OVERHEAD_BYTES}; in use until
     *     {@link #detachBuffer}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void attachBuffer(@Memory Object memory) {
        try {
            modes.attachBuffer(memory);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Takes the buffer back; blocks until all its messages have gone. (MPI_Comm_detach_buffer)
     *
     * @return the memory, or null when none was attached
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Object detachBuffer() {
        try {
            return modes.detachBuffer();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Blocks until all messages of this communicator's buffer have gone. (MPI_Comm_flush_buffer)
     *
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void flushBuffer() {
        try {
            modes.flushBuffer();
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
