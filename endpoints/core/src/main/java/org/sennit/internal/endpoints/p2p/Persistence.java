package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * Makes the persistent requests of one communicator: checks and resolves what the user gave. Belongs to the thread that
 * drives the endpoint. (MPI 4.1, section 3.9)
 */
public final class Persistence {
    private final CommContext comm;
    private final PointToPoint pointToPoint;
    private final SendModes modes;
    private final ArgumentCheck check;

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     * @param pointToPoint its standard operations
     * @param modes its other sends
     */
    public Persistence(CommContext comm, PointToPoint pointToPoint, SendModes modes) {
        this.comm = comm;
        this.pointToPoint = pointToPoint;
        this.modes = modes;
        this.check = new ArgumentCheck(comm);
    }

    /**
     * Makes a persistent send.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or the null process
     * @return an inactive request
     * @throws SennitException as for {@link PointToPoint#send}
     */
    public Request send(SendMode mode, Object memory, DataLayout layout, int destination, int tag) {
        comm.begin(mode.persistent());
        check.destination(mode.persistent(), destination, tag);
        if (destination == PointToPoint.NULL_PROCESS) {
            return new PersistentNothing(comm);
        }
        MemorySegment segment = check.toRead(mode.persistent(), memory, layout, destination, tag);
        long length = check.length(mode.persistent(), segment, layout, destination, tag);
        OutgoingMessage message = new OutgoingMessage();
        message.set(comm.userContextId(), comm.rank(), tag, length, layout.signatureOf(length));
        message.to(comm, comm.peers().peer(destination), destination);
        return new PersistentSend(comm, modes, mode, message, new DeclaredMemory(memory, segment, layout, length));
    }

    /**
     * Makes a persistent receive.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param source a rank, any source or the null process
     * @param tag a tag or any tag
     * @return an inactive request
     * @throws SennitException as for {@link PointToPoint#receive}
     */
    public Request receive(Object memory, DataLayout layout, int source, int tag) {
        comm.begin("persistent().receive");
        check.source("persistent().receive", source, tag);
        if (source == PointToPoint.NULL_PROCESS) {
            return new PersistentNothing(comm);
        }
        MemorySegment segment = check.toWrite("persistent().receive", memory, layout, source, tag);
        long length = check.length("persistent().receive", segment, layout, source, tag);
        DeclaredMemory declared = new DeclaredMemory(memory, segment, layout, length);
        return new PersistentReceive(comm, pointToPoint, declared, source, tag);
    }
}
