package org.sennit.internal.endpoints.p2p;

import org.sennit.MatchedMessage;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.HeldMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** A handle with what the match queue holds for it. */
public final class ProbedMessage implements MatchedMessage {
    private final HeldMessage held = new HeldMessage();
    private final Status status = new Status();
    private MatchedProbes probes; // of the last probe; null before the first
    private boolean isFromNullProcess; // MPI_MESSAGE_NO_PROC

    HeldMessage held() {
        return held;
    }

    Status status() {
        return status;
    }

    void fromNullProcess(MatchedProbes owner) {
        probes = owner;
        isFromNullProcess = true;
        PointToPoint.nullStatus(status);
    }

    void heldBy(MatchedProbes owner) {
        probes = owner;
    }

    /** Clears the mark of a message from the null process. */
    boolean takeNullProcess() {
        boolean was = isFromNullProcess;
        isFromNullProcess = false;
        return was;
    }

    @Override
    public boolean isEmpty() {
        return held.isEmpty() && !isFromNullProcess;
    }

    @Override
    public int source() {
        return status.source();
    }

    @Override
    public int tag() {
        return status.tag();
    }

    @Override
    public long countBytes() {
        return status.countBytes();
    }

    @Override
    public void receive(@Memory Object memory) {
        receive(memory, MemoryViews.layoutOf(memory), null);
    }

    @Override
    public void receive(@Memory Object memory, DataLayout layout, Status outcome) {
        owner(MatchedProbes.RECEIVE).receive(this, memory, layout, outcome);
    }

    @Override
    public Request receiveNonblocking(@Memory Object memory) {
        return receiveNonblocking(memory, MemoryViews.layoutOf(memory));
    }

    @Override
    public Request receiveNonblocking(@Memory Object memory, DataLayout layout) {
        return owner(MatchedProbes.RECEIVE_NONBLOCKING).receiveNonblocking(this, memory, layout);
    }

    private MatchedProbes owner(String operation) {
        if (probes == null) {
            throw MatchedProbes.empty(operation);
        }
        return probes;
    }
}
