package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Checks the arguments of an operation before it has any effect, and makes its errors. Belongs to the thread that
 * drives the endpoint.
 *
 * @param comm the communicator's state
 * @param size the number of ranks that a message can name; here, since each load on the way to it waits for the one
 *     before
 */
record ArgumentCheck(CommContext comm, int size) {
    ArgumentCheck(CommContext comm) {
        this(comm, comm.peers().size());
    }

    /** Refuses a null layout, and null memory unless the layout selects no elements. */
    void given(String operation, Object memory, DataLayout layout, int peer, int tag) {
        if (layout == null || memory == null && layout.sizeBytes() != 0) {
            if (layout == null || !layout.isAbsolute()) {
                throw missing(operation, layout, peer, tag);
            }
            memories(operation, layout, peer, tag);
        }
    }

    /** Checks the memories that a layout names. */
    private void memories(String operation, DataLayout layout, int peer, int tag) {
        Absolute pieces = (Absolute) LayoutShapes.of(layout);
        for (int i = 0; i < pieces.count(); i++) {
            usable(operation, pieces.memory(i, null), peer, tag);
            if (MemoryViews.isConfined(pieces.memory(i, null))) {
                throw new SennitException(
                        ErrorClass.BUFFER,
                        "memory confined to a thread has no place in a layout of several memories: piece=" + i + " "
                                + describe(operation, peer, tag));
            }
        }
    }

    private static boolean isAnyReadOnly(Absolute pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            if (pieces.memory(i, null).isReadOnly()) {
                return true;
            }
        }
        return false;
    }

    private SennitException missing(String operation, DataLayout layout, int peer, int tag) {
        return layout == null
                ? new SennitException(ErrorClass.TYPE, "no layout: given=null " + describe(operation, peer, tag))
                : new SennitException(
                        ErrorClass.BUFFER,
                        "no memory: given=null layout=" + layout + " (an empty message has a layout of count 0): "
                                + describe(operation, peer, tag));
    }

    /** Returns the memory of a message to send: a view of it, or for a boolean[] a copy in fresh memory. */
    MemorySegment toRead(String operation, Object memory, DataLayout layout, int peer, int tag) {
        return toRead(operation, memory, layout, peer, tag, null);
    }

    /** Returns the view, with memory of a pool where one is needed, which may be longer and goes back there. */
    MemorySegment toRead(String operation, Object memory, DataLayout layout, int peer, int tag, BounceBufferPool pool) {
        given(operation, memory, layout, peer, tag);
        if (memory instanceof boolean[] values) {
            elementType(operation, memory, layout, peer, tag);
            return stage(values, pool);
        }
        if (memory != null && !(memory instanceof MemorySegment)) {
            elementType(operation, memory, layout, peer, tag);
        }
        try {
            MemoryViews.checkOrder(memory, layout);
            return comm.device().views().of(memory);
        } catch (SennitException e) {
            throw described(e, operation, peer, tag);
        }
    }

    private static MemorySegment stage(boolean[] values, BounceBufferPool pool) {
        if (pool == null) {
            return MemoryViews.stage(values);
        }
        MemorySegment staged = pool.take(values.length);
        MemoryViews.restage(values, staged);
        return staged;
    }

    /** Checks what {@link #toRead} and {@link #length} check, and that this thread may use the memory. */
    void readable(String operation, Object memory, DataLayout layout, int peer, int tag) {
        if (memory instanceof boolean[] values && layout != null) {
            elementType(operation, memory, layout, peer, tag);
            length(operation, values.length, layout, peer, tag);
            return;
        }
        MemorySegment segment = toRead(operation, memory, layout, peer, tag);
        length(operation, segment, layout, peer, tag);
        usable(operation, segment, peer, tag);
    }

    /** Returns the memory of a message that is received, as {@link #toRead}. */
    MemorySegment toWrite(String operation, Object memory, DataLayout layout, int peer, int tag) {
        return toWrite(operation, memory, layout, peer, tag, null);
    }

    /** Returns the view, with memory of a pool where one is needed, which may be longer and goes back there. */
    MemorySegment toWrite(
            String operation, Object memory, DataLayout layout, int peer, int tag, BounceBufferPool pool) {
        MemorySegment segment = toRead(operation, memory, layout, peer, tag, pool);
        if (segment.isReadOnly() || LayoutShapes.of(layout) instanceof Absolute pieces && isAnyReadOnly(pieces)) {
            throw new SennitException(ErrorClass.BUFFER, "memory is read-only: " + describe(operation, peer, tag));
        }
        meansNoByteTwice(operation, layout, peer, tag);
        usable(operation, segment, peer, tag);
        return segment;
    }

    void meansNoByteTwice(String operation, DataLayout layout, int peer, int tag) {
        if (layout.overlapsItself()) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "a layout that means a byte twice cannot receive: layout=" + layout + " "
                            + describe(operation, peer, tag));
        }
    }

    void usable(String operation, MemorySegment segment, int peer, int tag) {
        if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "memory cannot be used here " + MemoryLoss.REASON + ": " + describe(operation, peer, tag));
        }
    }

    /** Checks the memory of a persistent operation before a start. */
    void usable(DeclaredMemory memory, int peer, int tag) {
        usable("start", memory.segment(), peer, tag);
        if (memory.shape() != null && memory.shape().isAbsolute()) {
            memories("start", memory.shape(), peer, tag);
        }
    }

    private void elementType(String operation, Object memory, DataLayout layout, int peer, int tag) {
        ElementType type = ElementType.ofArray(memory);
        if (type != null && type != layout.elementType() && !layout.fits(type)) {
            throw new SennitException(
                    ErrorClass.TYPE,
                    "array of one type, layout of another: array=" + type + " layout=" + layout + " "
                            + describe(operation, peer, tag));
        }
    }

    long length(String operation, MemorySegment segment, DataLayout layout, int peer, int tag) {
        return length(operation, null, segment, layout, peer, tag);
    }

    /** Returns the length, where memory that stands in for a boolean[] may be longer. */
    long length(String operation, Object memory, MemorySegment segment, DataLayout layout, int peer, int tag) {
        if (layout.isAbsolute() && segment == MemorySegment.NULL) {
            return layout.sizeBytes();
        }
        long has = memory instanceof boolean[] values ? values.length : segment.byteSize();
        return length(operation, has, layout, peer, tag);
    }

    private long length(String operation, long memoryBytes, DataLayout layout, int peer, int tag) {
        try {
            return layout.lengthBytes(memoryBytes);
        } catch (SennitException e) {
            throw described(e, operation, peer, tag);
        }
    }

    private SennitException described(SennitException e, String operation, int peer, int tag) {
        return new SennitException(e.errorClass(), e.getMessage() + " " + describe(operation, peer, tag), e.getCause());
    }

    void destination(String operation, int destination, int tag) {
        if ((destination < 0 || destination >= size) && destination != PointToPoint.NULL_PROCESS) {
            throw badRank(operation, destination, tag);
        }
        if (tag < 0) {
            throw badTag(operation, destination, tag);
        }
        alive(operation, destination, tag);
    }

    /** Checks that a message to or from a peer can still arrive. */
    void alive(String operation, int peer, int tag) {
        if (comm.isAnyFailed()) {
            comm.checkPeer(peer, describe(operation, peer, tag));
        }
    }

    void source(String operation, int source, int tag) {
        if (source < 0 || source >= size) {
            sourceOutside(operation, source, tag);
        }
        if (tag < 0) {
            if (tag != PointToPoint.ANY_TAG) {
                throw badTag(operation, source, tag);
            }
            if (comm.hints().isTagNamed() && source != PointToPoint.NULL_PROCESS) {
                throw promised(Hints.NO_ANY_TAG, operation, source, tag);
            }
        }
    }

    private void sourceOutside(String operation, int source, int tag) {
        if (source != PointToPoint.ANY_SOURCE && source != PointToPoint.NULL_PROCESS) {
            throw badRank(operation, source, tag);
        }
        if (source == PointToPoint.ANY_SOURCE && comm.hints().isSourceNamed()) {
            throw promised(Hints.NO_ANY_SOURCE, operation, source, tag);
        }
    }

    private SennitException promised(String hint, String operation, int source, int tag) {
        return new SennitException(
                ErrorClass.ARG,
                "wildcard although the communicator has a hint against it: hint=" + hint + " "
                        + describe(operation, source, tag));
    }

    private SennitException badRank(String operation, int peer, int tag) {
        return new SennitException(
                ErrorClass.RANK, "rank outside the communicator: " + describe(operation, peer, tag) + " size=" + size);
    }

    private SennitException badTag(String operation, int peer, int tag) {
        return new SennitException(ErrorClass.TAG, "tag outside 0 to 2147483647: " + describe(operation, peer, tag));
    }

    SennitException unusable(String operation, int peer, int tag, Throwable cause) {
        return new SennitException(
                ErrorClass.BUFFER,
                "memory cannot be used here " + MemoryLoss.REASON + ": " + describe(operation, peer, tag),
                cause);
    }

    String describe(String operation, int peer, int tag) {
        return "operation=" + operation + " rank=" + comm.rank() + " peer=" + ReceiveRequest.nameOfSource(peer)
                + " tag=" + ReceiveRequest.nameOfTag(tag) + " communicator=" + comm;
    }
}
