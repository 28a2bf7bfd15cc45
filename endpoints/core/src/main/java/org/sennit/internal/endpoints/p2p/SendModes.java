package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.AttachedBuffer;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.rendezvous.PersistentTransfer;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * Synchronous, buffered and ready sends on one communicator, and the buffer that is attached to it. Belongs to the
 * thread that drives the endpoint. (MPI 4.1, sections 3.4 and 3.6)
 */
public final class SendModes {
    private final CommContext comm;
    private final Device device;
    private final ArgumentCheck check;

    // Volatile: any thread of the endpoint may attach, detach and send.
    private volatile AttachedBuffer buffer;

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     */
    public SendModes(CommContext comm) {
        this.comm = comm;
        this.device = comm.device();
        this.check = new ArgumentCheck(comm);
    }

    /**
     * Sends; blocks until the mode says that the send is complete.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or the null process
     * @throws SennitException as for {@link PointToPoint#send}; BUFFER when a buffered message does not fit
     */
    public void send(SendMode mode, Object memory, DataLayout layout, int destination, int tag) {
        if (!isToMember(mode.blocking(), destination, tag)) {
            return;
        }
        BounceBufferPool pool = device.bounceBuffers();
        MemorySegment segment = check.toRead(mode.blocking(), memory, layout, destination, tag, pool);
        long length = check.length(mode.blocking(), memory, segment, layout, destination, tag);
        OutgoingMessage message = message(segment, layout, length, destination, tag);
        Request pending = start(mode, mode.blocking(), device.sendToBlockOn(), message);
        if (pending != null) {
            pending.await(null);
        }
        if (memory instanceof boolean[]) {
            pool.give(segment);
        }
    }

    /**
     * Starts a send.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or the null process
     * @throws SennitException as for {@link #send}
     */
    public Request sendNonblocking(SendMode mode, Object memory, DataLayout layout, int destination, int tag) {
        if (!isToMember(mode.nonblocking(), destination, tag)) {
            return CompletedRequest.of(device.self().progress(), PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
        }
        MemorySegment segment = check.toRead(mode.nonblocking(), memory, layout, destination, tag);
        long length = check.length(mode.nonblocking(), segment, layout, destination, tag);
        Request pending = start(mode, mode.nonblocking(), null, message(segment, layout, length, destination, tag));
        return pending == null ? CompletedRequest.of(device.self().progress(), destination, tag, 0) : pending;
    }

    private boolean isToMember(String operation, int destination, int tag) {
        comm.begin(operation);
        check.destination(operation, destination, tag);
        return destination != PointToPoint.NULL_PROCESS;
    }

    private OutgoingMessage message(MemorySegment segment, DataLayout layout, long length, int destination, int tag) {
        OutgoingMessage message = device.message();
        message.set(comm.userContextId(), comm.rank(), tag, length, layout.signatureOf(length));
        return message.to(comm, comm.peers().peer(destination), destination)
                .from(segment, layout.offsetBytes(), layout.orNullIfContiguous());
    }

    /** Starts a send; returns null if it is complete already. */
    private Request start(SendMode mode, String operation, SingleCopySend ownRequest, OutgoingMessage message) {
        int destination = message.destination;
        int tag = message.tag;
        try {
            return start(mode, ownRequest, null, message);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            throw check.unusable(operation, destination, tag, e);
        }
    }

    /**
     * Starts a send whose arguments have been resolved, as {@link Device#startSend}; null when it is complete already.
     */
    Request start(SendMode mode, SingleCopySend ownRequest, PersistentTransfer persistent, OutgoingMessage message) {
        if (mode == SendMode.BUFFERED) {
            bufferFor(message).send(message);
            return null;
        }
        if (mode == SendMode.READY) {
            device.markReady(message);
        }
        return device.startSend(ownRequest, persistent, mode == SendMode.SYNCHRONOUS, message);
    }

    private AttachedBuffer bufferFor(OutgoingMessage message) {
        AttachedBuffer own = buffer;
        AttachedBuffer attached = own == null ? device.buffer() : own;
        if (attached == null) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "no buffer is attached: "
                            + check.describe(SendMode.BUFFERED.blocking(), message.destination, message.tag)
                            + " length="
                            + message.lengthBytes);
        }
        return attached;
    }

    /**
     * Attaches a buffer to this communicator.
     *
     * @param memory what the user calls memory, apart from a boolean[]
     * @throws SennitException BUFFER when one is attached, or this memory cannot be one; final
     */
    public void attachBuffer(Object memory) {
        comm.checkOpen("attachBuffer");
        String call = "operation=attachBuffer rank=" + comm.rank() + " communicator=" + comm;
        if (buffer != null) {
            throw new SennitException(ErrorClass.BUFFER, "a buffer is attached already: " + call);
        }
        buffer = bufferOf(device, memory, call);
    }

    /**
     * Makes a buffer of a memory.
     *
     * @param device the endpoint's device
     * @param memory what the user calls memory
     * @param call the call for the text of an error
     * @return an empty buffer
     * @throws SennitException BUFFER when it cannot be one; final
     */
    public static AttachedBuffer bufferOf(Device device, Object memory, String call) {
        if (memory == null) {
            throw new SennitException(ErrorClass.BUFFER, "no memory: given=null " + call);
        }
        MemorySegment segment;
        try {
            segment = device.views().of(memory);
        } catch (SennitException e) {
            throw new SennitException(e.errorClass(), e.getMessage() + " " + call, e);
        }
        if (segment.isReadOnly()) {
            throw new SennitException(ErrorClass.BUFFER, "memory is read-only: " + call);
        }
        return new AttachedBuffer(device, memory, segment);
    }

    /**
     * Waits until all buffered messages of this communicator's buffer have gone, and takes the buffer back.
     *
     * @return the memory, or null when none was attached
     */
    public Object detachBuffer() {
        AttachedBuffer attached = buffer;
        if (attached == null) {
            return null;
        }
        attached.flush();
        buffer = null;
        return attached.given();
    }

    /** Waits until all buffered messages of this communicator's buffer have gone. */
    public void flushBuffer() {
        AttachedBuffer attached = buffer;
        if (attached != null) {
            attached.flush();
        }
    }
}
