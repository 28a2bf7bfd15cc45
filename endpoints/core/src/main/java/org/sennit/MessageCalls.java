package org.sennit;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.p2p.MatchedMessage;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * The standard messages of a {@link Communicator}: send, receive, probe. What memory, layout, threads and
 * errors are is said there. (MPI 4.1, chapter 3)
 */
public abstract class MessageCalls {
    /** Receives from any rank. */
    public static final int ANY_SOURCE = PointToPoint.ANY_SOURCE;

    /** Receives any tag. */
    public static final int ANY_TAG = PointToPoint.ANY_TAG;

    /** Nobody: sends vanish, receives complete at once with no data. */
    public static final int NULL_PROCESS = PointToPoint.NULL_PROCESS;

    private final CommContext context;
    private final PointToPoint pointToPoint;

    /** Made by its communicator only. */
    MessageCalls(CommContext context) {
        this.context = context;
        this.pointToPoint = new PointToPoint(context);
    }

    final PointToPoint pointToPoint() {
        return pointToPoint;
    }

    /** Tells the error handler. */
    final SennitException raised(SennitException error) {
        return context.raise(error);
    }

    /** Throws, and tells the error handler, when an argument is missing. */
    final void given(ErrorClass errorClass, String operation, String what, Object argument) {
        if (argument == null) {
            throw raised(new SennitException(
                    errorClass,
                    "no " + what + ": given=null operation=" + operation + " rank=" + context.rank() + " communicator="
                            + context));
        }
    }

    /**
     * Sends all of a memory; blocks until the memory is the caller's again, which may be before the message has been received. (MPI_Send)
     *
     * @param memory the memory
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void send(@Memory Object memory, int destination, int tag) {
        try {
            pointToPoint.send(memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Receives; blocks until the message is in the memory. (MPI_Recv)
     *
     * @param memory the memory
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void receive(@Memory Object memory, int source, int tag) {
        try {
            pointToPoint.receive(memory, MemoryViews.layoutOf(memory), source, tag, null);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

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
    public Status receive(@Memory Object memory, int source, int tag, Status status) {
        try {
            pointToPoint.receive(memory, MemoryViews.layoutOf(memory), source, tag, status);
            return status;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends some elements; blocks until the memory is the caller's again, which may be before the message has been received. (MPI_Send)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void send(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            pointToPoint.send(memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Receives; blocks until the message is in the memory. (MPI_Recv)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public void receive(@Memory Object memory, DataLayout layout, int source, int tag) {
        try {
            pointToPoint.receive(memory, layout, source, tag, null);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Receives; blocks until the message is in the memory. Allocates nothing. (MPI_Recv)
     *
     * @param memory the memory
     * @param layout which elements of it
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status filled with sender, tag and length
     * @return the same status
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Status receive(@Memory Object memory, DataLayout layout, int source, int tag, Status status) {
        try {
            pointToPoint.receive(memory, layout, source, tag, status);
            return status;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Blocks until a message is there, and leaves it there. (MPI_Probe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @return a fresh status: its sender, tag and length
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Status probe(int source, int tag) {
        try {
            Status status = new Status();
            pointToPoint.probe(source, tag, status);
            return status;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Blocks until a message is there, and takes it: it is received by {@link MatchedMessage#receive(Object)}, and by
     * nobody else. (MPI_Mprobe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @return a fresh handle
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public MatchedMessage probeMatched(int source, int tag) {
        try {
            MatchedMessage message = new MatchedMessage();
            pointToPoint.matchedProbes().probe(source, tag, message);
            return message;
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Blocks until a message is there, and takes it, into a handle that is used again and again. (MPI_Mprobe)
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param message an empty handle, which receives it
     * @throws org.sennit.message.SennitException see {@link Communicator}; REQUEST when the handle is not empty
     */
    public void probeMatched(int source, int tag, MatchedMessage message) {
        try {
            pointToPoint.matchedProbes().probe(source, tag, message);
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
