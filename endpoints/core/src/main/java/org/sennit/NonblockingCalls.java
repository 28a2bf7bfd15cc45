package org.sennit;

import java.util.Map;
import org.sennit.internal.endpoints.coll.call.Preparation;
import org.sennit.internal.endpoints.coll.call.PreparedCall;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.MatchedMessage;
import org.sennit.internal.endpoints.p2p.ObjectRequest;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * The nonblocking calls of a {@link Communicator}: each starts and returns at once with an active request, and the memory is
 * in use until the request is complete. Beside the calls of both views: exchanges, objects, probes, and duplication.
 * (MPI 4.1, sections 3.7, 3.8, 6.12 and 7.4.2)
 */
public final class NonblockingCalls extends CollectiveView {
    private final Communicator owner;

    NonblockingCalls(Communicator owner) {
        this.owner = owner;
    }

    @Override
    Preparation preparation() {
        return owner.calls().nonblocking();
    }

    @Override
    Request started(PreparedCall call) {
        return call.begin();
    }

    @Override
    public Request send(@Memory Object memory, int destination, int tag) {
        try {
            return owner.pointToPoint().sendNonblocking(memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, int source, int tag) {
        try {
            return owner.pointToPoint().receiveNonblocking(memory, MemoryViews.layoutOf(memory), source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request send(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return owner.pointToPoint().sendNonblocking(memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, DataLayout layout, int source, int tag) {
        try {
            return owner.pointToPoint().receiveNonblocking(memory, layout, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Makes progress and looks whether a message is there, and leaves it there. (MPI_Iprobe)
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param status filled when there is one; may be null
     * @return true when there is one
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public boolean probe(int source, int tag, Status status) {
        try {
            return owner.pointToPoint().probeNonblocking(source, tag, status);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Makes progress and looks whether a message is there, and takes it. (MPI_Improbe)
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return a fresh handle, or null when there is none
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public MatchedMessage probeMatched(int source, int tag) {
        try {
            MatchedMessage message = new MatchedMessage();
            return owner.pointToPoint().matchedProbes().probeNonblocking(source, tag, message) ? message : null;
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Makes progress and looks whether a message is there, and takes it, into a handle that is used again and again.
     * (MPI_Improbe)
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param message an empty handle, which receives it
     * @return true when there was one
     * @throws org.sennit.message.SennitException see {@link Communicator}; REQUEST when the handle is not empty
     */
    public boolean probeMatched(int source, int tag, MatchedMessage message) {
        try {
            return owner.pointToPoint().matchedProbes().probeNonblocking(source, tag, message);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return owner.modes().sendNonblocking(SendMode.SYNCHRONOUS, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendSynchronous(@Memory Object memory, int destination, int tag) {
        try {
            return owner.modes()
                    .sendNonblocking(SendMode.SYNCHRONOUS, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return owner.modes().sendNonblocking(SendMode.BUFFERED, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendBuffered(@Memory Object memory, int destination, int tag) {
        try {
            return owner.modes()
                    .sendNonblocking(SendMode.BUFFERED, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReady(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return owner.modes().sendNonblocking(SendMode.READY, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReady(@Memory Object memory, int destination, int tag) {
        try {
            return owner.modes()
                    .sendNonblocking(SendMode.READY, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to send and to receive. (MPI_Isendrecv)
     *
     * @param sendMemory what to send
     * @param sendLayout which elements of it
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory where to receive, apart from what is sent
     * @param receiveLayout which elements of it
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendReceive(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag) {
        try {
            return owner.exchange()
                    .sendReceiveNonblocking(
                            sendMemory,
                            sendLayout,
                            destination,
                            sendTag,
                            receiveMemory,
                            receiveLayout,
                            source,
                            receiveTag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to send all of a memory and to receive into another. (MPI_Isendrecv)
     *
     * @param sendMemory what to send
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory where to receive, apart from what is sent
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag) {
        try {
            return owner.exchange()
                    .sendReceiveNonblocking(
                            sendMemory,
                            MemoryViews.layoutOf(sendMemory),
                            destination,
                            sendTag,
                            receiveMemory,
                            MemoryViews.layoutOf(receiveMemory),
                            source,
                            receiveTag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to send what is in a memory and to receive into it. (MPI_Isendrecv_replace)
     *
     * @param memory what to send, and where to receive
     * @param layout which elements of it
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendReceiveReplace(
            @Memory Object memory, DataLayout layout, int destination, int sendTag, int source, int receiveTag) {
        try {
            return owner.exchange().replaceNonblocking(memory, layout, destination, sendTag, source, receiveTag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to send all of a memory and to receive into it. (MPI_Isendrecv_replace)
     *
     * @param memory what to send, and where to receive
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendReceiveReplace(@Memory Object memory, int destination, int sendTag, int source, int receiveTag) {
        try {
            return owner.exchange()
                    .replaceNonblocking(memory, MemoryViews.layoutOf(memory), destination, sendTag, source, receiveTag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to send an object and returns at once. The object is written before that, so it may change.
     *
     * @param value a record or another serializable object, or null
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request
     * @throws org.sennit.message.SennitException as for {@link #sendObject}
     */
    public Request sendObject(Object value, int destination, int tag) {
        try {
            return owner.objects().sendNonblocking(value, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to receive an object and returns at once.
     *
     * @param type its class
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param <T> the class
     * @return the request; when its outcome has been taken, its value is the object
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public <T> ObjectRequest<T> receiveObject(Class<T> type, int source, int tag) {
        try {
            return owner.objects().receiveNonblocking(type, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Starts to make a communicator with the same members and ranks. Attributes are copied when the outcome is taken.
     * Collective; does not block. (MPI_Comm_idup)
     *
     * @return the request, which has the new one when its outcome has been taken
     * @throws SennitException see {@link Communicator}
     */
    public PendingCommunicator duplicate() {
        return owner.duplicateNonblocking();
    }

    /**
     * Starts to make a communicator with the same members and ranks, and other hints. Collective; does not block.
     * (MPI_Comm_idup_with_info)
     *
     * @param info the hints of the new one by name, see {@link Communicator#info}; those of this one do not count
     * @return the request, which has the new one when its outcome has been taken
     * @throws SennitException see {@link Communicator}
     */
    public PendingCommunicator duplicate(Map<String, String> info) {
        return owner.duplicateNonblocking(info);
    }
}
