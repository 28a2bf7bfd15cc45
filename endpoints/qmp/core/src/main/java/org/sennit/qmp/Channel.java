package org.sennit.qmp;

import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** One end of a channel: a persistent operation, and its memory. Belongs to the thread that drives the node. */
final class Channel {
    private final Communicator communicator;
    private final boolean isSend;
    private final int peer;
    private final int tag;
    private final int priority;
    private final DeclaredMemory memory;
    private final Request request;

    private Extents extents;
    private boolean isAhead; // the receive has been started before its handle: clear to send

    /** @throws SennitException as for a persistent send or receive */
    Channel(Communicator communicator, boolean isSend, int peer, int tag, int priority, DeclaredMemory memory) {
        this.communicator = communicator;
        this.isSend = isSend;
        this.peer = peer;
        this.tag = tag;
        this.priority = priority;
        this.memory = memory;
        this.extents = memory.extents();
        this.request = isSend
                ? communicator.persistent().send(extents.buffer(), extents.layout(), peer, tag)
                : communicator.persistent().receive(extents.buffer(), extents.layout(), peer, tag);
    }

    boolean isSend() {
        return isSend;
    }

    int priority() {
        return priority;
    }

    long bytes() {
        return extents.sizeBytes();
    }

    boolean isAhead() {
        return isAhead;
    }

    /** Returns whether messages of the other one match those of this one, so that the order of starts decides. */
    boolean isSame(Channel other) {
        return isSend == other.isSend && peer == other.peer && tag == other.tag && communicator == other.communicator;
    }

    void start() {
        if (isAhead) {
            isAhead = false;
            return;
        }
        request.start();
    }

    /** Starts a receive before its handle is. */
    void startAhead() {
        if (!isSend && !isAhead) {
            request.start();
            isAhead = true;
        }
    }

    /** Returns whether it is complete, without making progress. */
    boolean isComplete() {
        return request.isComplete();
    }

    /** Waits, without taking the outcome; returns whether it is complete. */
    boolean await(long timeoutNs) {
        return request.await(timeoutNs);
    }

    /** Makes progress once; returns whether it is complete, without taking the outcome. */
    boolean look() {
        return request.isComplete() || request.status(null);
    }

    /** Takes the outcome of a complete operation; an idle one has none. */
    void take() {
        request.await((Status) null);
    }

    // ---- other memory ----

    /** Returns the same places in another buffer. */
    Extents placesIn(Object buffer) {
        if (extents.buffer() == null) {
            throw new RefusedCall(QmpStatus.INVALID_OP, "the memory lies in several buffers: " + this);
        }
        return extents.in(buffer);
    }

    /** Returns the places until now; nothing changes where the memory is refused. */
    Extents use(Extents other) {
        request.useMemory(other.buffer());
        Extents before = extents;
        extents = other;
        return before;
    }

    void free() {
        request.free();
        memory.release();
    }

    @Override
    public String toString() {
        return (isSend ? "send to " : "receive from ") + peer + Tags.describe(tag) + " of " + bytes() + " bytes";
    }
}
