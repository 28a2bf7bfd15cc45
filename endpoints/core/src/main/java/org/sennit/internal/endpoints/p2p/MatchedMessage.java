package org.sennit.internal.endpoints.p2p;

import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.HeldMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.Status;

/**
 * A message that a matched probe has taken: no other receive can get it, and it is received once, here. After that the
 * handle is empty and may be given to the next probe, so that a loop needs one. A message that is never received is dropped
 * when its endpoint ends, and its sender goes on. (MPI_Message; MPI 4.1, section 3.8.2)
 *
 * <p>For the thread that drives the endpoint; at thread level multiple it may go from one thread to another.
 */
public final class MatchedMessage {
    private final HeldMessage held = new HeldMessage();
    private final Status status = new Status();
    private MatchedProbes probes; // of the last probe; null before the first
    private boolean isFromNobody; // MPI_MESSAGE_NO_PROC

    /** Makes an empty handle. */
    public MatchedMessage() {}

    HeldMessage held() {
        return held;
    }

    Status status() {
        return status;
    }

    void fromNobody(MatchedProbes owner) {
        probes = owner;
        isFromNobody = true;
        PointToPoint.nullStatus(status);
    }

    void heldBy(MatchedProbes owner) {
        probes = owner;
    }

    /** Clears the mark of a message from the null process. */
    boolean takeNobody() {
        boolean was = isFromNobody;
        isFromNobody = false;
        return was;
    }

    /**
     * Returns whether there is nothing to receive here: no probe has found anything, or it has been received.
     *
     * @return true when a receive would fail
     */
    public boolean isEmpty() {
        return held.isEmpty() && !isFromNobody;
    }

    /** Returns the source of the message that was probed last. */
    public int source() {
        return status.source();
    }

    /** Returns the tag of the message that was probed last. */
    public int tag() {
        return status.tag();
    }

    /** Returns how long the message is that was probed last, in bytes. */
    public long countBytes() {
        return status.countBytes();
    }

    /**
     * Receives this message; blocks until it is in the memory. (MPI_Mrecv)
     *
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    public void receive(@Memory Object memory) {
        receive(memory, MemoryViews.layoutOf(memory), null);
    }

    /**
     * Receives this message; blocks until it is in the memory. (MPI_Mrecv)
     *
     * @param layout which elements of it
     * @param outcome receives the outcome; may be null
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    public void receive(@Memory Object memory, DataLayout layout, Status outcome) {
        owner("receive matched").receive(this, memory, layout, outcome);
    }

    /**
     * Starts to receive this message; the memory is in use until the request is complete. (MPI_Imrecv)
     *
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    public Request receiveNonblocking(@Memory Object memory) {
        return receiveNonblocking(memory, MemoryViews.layoutOf(memory));
    }

    /**
     * Starts to receive this message; the memory is in use until the request is complete. (MPI_Imrecv)
     *
     * @param layout which elements of it
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    public Request receiveNonblocking(@Memory Object memory, DataLayout layout) {
        return owner("receive matched nonblocking").receiveNonblocking(this, memory, layout);
    }

    private MatchedProbes owner(String operation) {
        if (probes == null) {
            throw MatchedProbes.empty(operation);
        }
        return probes;
    }
}
