package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.am.operation.OperationTable;
import org.sennit.internal.endpoints.am.operation.RemoteOperation;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.ReusedMemory;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/** A call that waits for its answer. Reused when its answer has arrived and the network no longer uses it. */
final class PendingCall extends RemoteOperation {
    private final OperationTable<PendingCall> table;

    // Plain: stored by the thread that calls, before the id of the call publishes them.
    private Peer peer;
    private int callingEndpoint;
    private int calledEndpoint;
    private EndpointWork endpoint;
    private RemoteAnswer answer;
    private final ReusedMemory packetRoom = ReusedMemory.ofBytes(); // in use during send

    // Of the network's send, for the action at its end. Plain: stored by the thread that calls, before it gives the
    // network that action, and by the action itself.
    private final NetworkSend queued = new CallSend();
    private final Runnable whenSent = this::sent; // one object for all uses
    private NetworkSend sending; // that, or one of the network's; null: none is under way
    private long sentId;

    // Guarded by this: the thread that calls, upcalls, and the thread that reports failures.
    private int users; // the network's send, and the answer
    private boolean isOver;
    private boolean isWritten; // the memory of the answer's room, at this moment
    private SennitException deferred; // a failure that is reported when the memory is not written any more
    private boolean isInDoubt; // whether the network has something of the call, which is not used again then

    PendingCall(OperationTable<PendingCall> table) {
        this.table = table;
    }

    @Override
    public Peer peer() {
        return peer;
    }

    /** Enters the call; returns its id. */
    long begin(EndpointWork from, Peer to, RemoteAnswer heard) {
        endpoint = from;
        peer = to;
        callingEndpoint = from.local().id();
        calledEndpoint = to.address().endpoint();
        answer = heard;
        synchronized (this) {
            users = 2;
            isOver = false;
            isWritten = false;
            deferred = null;
            isInDoubt = false;
        }
        from.begins();
        return table.enter(this);
    }

    /** Sends the call that has begun; by the thread that has begun it. */
    void send(long id, VirtualConnection connection, int number, CallHeader header, MemorySegment data) {
        NetworkSend pending;
        try {
            MemorySegment packet = packet(id, number, header, data.byteSize());
            pending = connection.startMessage(queued, packet, data);
        } catch (RuntimeException e) {
            notSent(id, e);
            release();
            return;
        } catch (Error e) { // no memory
            doubt();
            try {
                notSent(id, e);
            } finally {
                release();
            }
            return;
        }
        if (pending == null) {
            release();
            return;
        }
        sending = pending;
        sentId = id;
        pending.whenDone(whenSent);
    }

    /** Called when the network no longer uses the data. This is no other call yet: the send is one of its users. */
    private void sent() {
        Throwable cause = sending.failure();
        sending = null;
        if (cause != null) {
            notSent(sentId, cause);
        }
        release();
    }

    private MemorySegment packet(long id, int number, CallHeader header, long dataBytes) {
        int headerBytes = header.bytes();
        MemorySegment packet = packetRoom.of(PacketDescriptor.HEADER_LENGTH + headerBytes);
        ActivePacket.write(
                packet, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.CALL, calledEndpoint, callingEndpoint, id);
        ActivePacket.writeLengths(packet, headerBytes + dataBytes, dataBytes);
        ActivePacket.writeCall(packet, number, headerBytes);
        header.write(packet, PacketDescriptor.HEADER_LENGTH);
        return packet;
    }

    private synchronized void doubt() {
        isInDoubt = true;
    }

    /**
     * Ends the call: its data cannot be read any more, or there is no memory to send it, of which the target learns by
     * nothing that comes; or the peer is lost.
     */
    private void notSent(long id, Throwable cause) {
        if (!MemoryLoss.is(cause) && !(cause instanceof Error)) {
            fail(id, lost(cause));
        } else if (end(id)) {
            try {
                answer.unsent(cause);
            } finally {
                over(id);
            }
        }
    }

    /** Returns what receives the answer of a call; null when it has failed, and may be another call by now. */
    synchronized RemoteAnswer receiver(long id) {
        return isOver || id() != id ? null : answer;
    }

    /**
     * Marks that the network is about to write the memory of {@link RemoteAnswer#room}, until {@link #endWrite}. A
     * failure is reported only after that, since the memory is the caller's again then.
     *
     * @return false when the call has failed: nothing is to be written
     */
    synchronized boolean beginWrite(long id) {
        if (isOver || id() != id) {
            return false;
        }
        isWritten = true;
        return true;
    }

    /** Ends what {@link #beginWrite} has allowed, if it has. */
    void endWrite(long id) {
        SennitException failure;
        synchronized (this) {
            if (isOver || id() != id) {
                return;
            }
            isWritten = false;
            failure = deferred;
            deferred = null;
        }
        if (failure != null) {
            fail(id, failure);
        }
    }

    /** Takes the answer. In an upcall. */
    void answered(long id, long result) {
        if (end(id)) {
            try {
                answer.answered(result);
            } finally {
                over(id);
            }
        }
    }

    @Override
    public void fail(long id, SennitException error) {
        if (endOrDefer(id, error)) {
            try {
                answer.failed(error);
            } finally {
                over(id);
            }
        }
    }

    /**
     * Ends the call; false when it has ended, or its memory is being written, after which {@link #endWrite} ends it.
     */
    private synchronized boolean endOrDefer(long id, SennitException error) {
        if (isOver || id() != id) {
            return false;
        }
        if (!isWritten) {
            isOver = true;
        } else if (deferred == null) {
            deferred = error;
        }
        return isOver;
    }

    private synchronized boolean end(long id) {
        if (isOver || id() != id) {
            return false;
        }
        isOver = true;
        return true;
    }

    private void over(long id) {
        EndpointWork from = endpoint;
        table.remove(id);
        release();
        from.ends();
    }

    private void release() {
        boolean isKept;
        synchronized (this) {
            if (--users > 0) {
                return;
            }
            isKept = !isInDoubt;
        }
        endpoint = null;
        peer = null;
        answer = null;
        if (isKept) {
            table.recycle(this);
        } else {
            table.drop(this);
        }
    }

    @Override
    public String describe() {
        return "operation=one-sided target=" + addressOf(peer) + " " + endpoint;
    }

    private SennitException lost(Throwable cause) {
        return new SennitException(
                ErrorClass.PROC_FAILED, "the target is lost: " + describe() + " cause=" + cause.getMessage(), cause);
    }
}
