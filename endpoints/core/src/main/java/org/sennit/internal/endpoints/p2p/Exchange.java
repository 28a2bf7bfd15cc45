package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.StagingMemory;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Sends and receives at once, so that two ranks may do so with each other at any size; with two memories, or with one
 * that is replaced. Belongs to the thread that drives the endpoint. (MPI 4.1, section 3.10)
 */
public final class Exchange {
    private final CommContext comm;
    private final Device device;
    private final PointToPoint pointToPoint;
    private final BlockingReceive blocking;
    private final ArgumentCheck check;

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     * @param pointToPoint its standard operations
     */
    public Exchange(CommContext comm, PointToPoint pointToPoint) {
        this.comm = comm;
        this.device = comm.device();
        this.pointToPoint = pointToPoint;
        this.blocking = pointToPoint.blocking();
        this.check = new ArgumentCheck(comm);
    }

    /**
     * Sends and receives; blocks until both are done.
     *
     * @param sendMemory the memory to send
     * @param sendLayout the layout of its elements
     * @param destination a rank or the null process
     * @param receiveMemory where to receive; apart from what is sent
     * @param receiveLayout the layout of its elements
     * @param source a rank, any source or the null process
     * @param receiveTag a tag or any tag
     * @param status receives the outcome of the receive; may be null
     * @throws SennitException as for {@link PointToPoint#send} and {@link PointToPoint#receive}
     */
    public void sendReceive(
            Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag,
            Status status) {
        checkBoth("sendReceive", sendMemory, sendLayout, destination, sendTag, source, receiveTag);
        if (source == PointToPoint.NULL_PROCESS) {
            pointToPoint.send(sendMemory, sendLayout, destination, sendTag);
            PointToPoint.nullStatus(status);
            return;
        }
        ReceiveRequest request = device.receiveToBlockOn();
        MemorySegment staged =
                blocking.prepare(request, "sendReceive", receiveMemory, receiveLayout, source, receiveTag);
        device.post(request);
        try {
            pointToPoint.send(sendMemory, sendLayout, destination, sendTag);
        } catch (RuntimeException | Error e) { // the receive must not stay
            giveUp(request, e);
            throw e;
        }
        request.await(status);
        blocking.unstage(staged, "sendReceive", receiveMemory, receiveLayout, source, receiveTag);
    }

    /** Checks the arguments of the send before the receive is posted. */
    private void checkBoth(
            String operation,
            Object memory,
            DataLayout layout,
            int destination,
            int sendTag,
            int source,
            int receiveTag) {
        comm.begin(operation);
        check.destination(operation, destination, sendTag);
        check.source(operation, source, receiveTag);
        if (destination != PointToPoint.NULL_PROCESS) {
            check.readable(operation, memory, layout, destination, sendTag);
        }
    }

    /** Withdraws the receive after the send has failed, so that nothing writes to its memory any more. */
    private void giveUp(ReceiveRequest request, Throwable reason) {
        if (device.self().queue().remove(request)) {
            request.withdraw();
            return;
        }
        request.reportsTo(comm.quiet()); // the call throws the reason
        try {
            request.await(null);
        } catch (SennitException e) {
            reason.addSuppressed(e);
        }
    }

    /**
     * Starts to send and to receive.
     *
     * @param sendMemory the memory to send
     * @param sendLayout the layout of its elements
     * @param destination a rank or the null process
     * @param receiveMemory where to receive; apart from what is sent
     * @param receiveLayout the layout of its elements
     * @param source a rank, any source or the null process
     * @param receiveTag a tag or any tag
     * @return one request, complete when both are; its status is that of the receive
     * @throws SennitException as for {@link #sendReceive}
     */
    public Request sendReceiveNonblocking(
            Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag) {
        String operation = "nonblocking().sendReceive";
        checkBoth(operation, sendMemory, sendLayout, destination, sendTag, source, receiveTag);
        Request receive = pointToPoint.startReceive(operation, receiveMemory, receiveLayout, source, receiveTag);
        try {
            return both(pointToPoint.startSend(operation, sendMemory, sendLayout, destination, sendTag), receive);
        } catch (RuntimeException | Error e) { // the receive must not stay
            giveUpStarted(receive, e);
            throw e;
        }
    }

    private void giveUpStarted(Request receive, Throwable reason) {
        if (receive instanceof ReceiveRequest posted) {
            giveUp(posted, reason);
        }
    }

    /** Returns one request for both; null stands for a send that is complete. */
    private Request both(Request send, Request receive) {
        return send instanceof CompletedRequest
                ? receive
                : new PairedRequest(device.self().progress(), comm, send, receive);
    }

    /**
     * Sends what is in a memory and receives into it; blocks until both are done.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or the null process
     * @param source a rank, any source or the null process
     * @param receiveTag a tag or any tag
     * @param status receives the outcome of the receive; may be null
     * @throws SennitException as for {@link #sendReceive}
     */
    public void replace(
            Object memory, DataLayout layout, int destination, int sendTag, int source, int receiveTag, Status status) {
        String operation = "sendReceiveReplace";
        checkBoth(operation, memory, layout, destination, sendTag, source, receiveTag);
        if (source == PointToPoint.NULL_PROCESS) {
            pointToPoint.send(memory, layout, destination, sendTag);
            PointToPoint.nullStatus(status);
            return;
        }
        BounceBufferPool pool = device.bounceBuffers();
        MemorySegment segment = check.toWrite(operation, memory, layout, source, receiveTag, pool);
        long length = check.length(operation, memory, segment, layout, source, receiveTag);
        MemorySegment copy = pool.take(length);
        try {
            LayoutCopy.copy(segment, layout.offsetBytes(), layout.orNullIfContiguous(), copy, 0, null, 0, length);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            pool.give(copy);
            throw check.unusable(operation, source, receiveTag, e);
        }
        if (memory instanceof boolean[]) {
            pool.give(segment);
        }
        ReceiveRequest request = device.receiveToBlockOn();
        MemorySegment staged = blocking.prepare(request, operation, memory, layout, source, receiveTag);
        device.post(request);
        try {
            Request send = startCopy(device.sendToBlockOn(), copy, length, layout, destination, sendTag);
            if (send != null) {
                send.await(null);
            }
        } catch (RuntimeException | Error e) { // the receive must not stay
            giveUp(request, e);
            throw e;
        }
        request.await(status);
        blocking.unstage(staged, operation, memory, layout, source, receiveTag);
        pool.give(copy);
    }

    private Request startCopy(
            SingleCopySend ownRequest, MemorySegment copy, long length, DataLayout layout, int destination, int tag) {
        if (destination == PointToPoint.NULL_PROCESS) {
            return null;
        }
        OutgoingMessage message = pointToPoint.message(copy, layout, length, destination, tag);
        return device.startSend(ownRequest, false, message.from(copy, 0, null));
    }

    /**
     * Starts to send what is in a memory and to receive into it.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or the null process
     * @param source a rank, any source or the null process
     * @param receiveTag a tag or any tag
     * @return one request, complete when both are; its status is that of the receive
     * @throws SennitException as for {@link #sendReceive}
     */
    public Request replaceNonblocking(
            Object memory, DataLayout layout, int destination, int sendTag, int source, int receiveTag) {
        String operation = "nonblocking().sendReceiveReplace";
        checkBoth(operation, memory, layout, destination, sendTag, source, receiveTag);
        MemorySegment segment = check.toWrite(operation, memory, layout, source, receiveTag);
        long length = check.length(operation, segment, layout, source, receiveTag);
        MemorySegment copy = StagingMemory.allocate(length);
        try {
            LayoutCopy.copy(segment, layout.offsetBytes(), layout.orNullIfContiguous(), copy, 0, null, 0, length);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            throw check.unusable(operation, source, receiveTag, e);
        }
        Request receive = pointToPoint.startReceive(operation, memory, layout, source, receiveTag);
        try {
            Request send = startCopy(null, copy, length, layout, destination, sendTag);
            return send == null ? receive : new PairedRequest(device.self().progress(), comm, send, receive);
        } catch (RuntimeException | Error e) { // the receive must not stay
            giveUpStarted(receive, e);
            throw e;
        }
    }
}
