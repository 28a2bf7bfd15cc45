package org.sennit;

import java.util.Map;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * The nonblocking calls of a {@link Communicator}: each starts an operation and returns an active request; the memory
 * is in use until the request is complete. In addition to the calls of both views: exchanges, objects, probes, and
 * duplication. (MPI 4.1, sections 3.7, 3.8, 6.12 and 7.4.2)
 */
public interface NonblockingCalls extends RequestCalls {
    /**
     * Makes progress and looks whether a message is there, and leaves it there. (MPI_Iprobe)
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param status filled when there is one; may be null
     * @return true when there is one
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    boolean probe(int source, int tag, Status status);

    /**
     * Makes progress and looks whether a message is there, and takes it. (MPI_Improbe)
     *
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return a fresh handle, or null when there is none
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    MatchedMessage probeMatched(int source, int tag);

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
    boolean probeMatched(int source, int tag, MatchedMessage message);

    /**
     * Starts to send and to receive. (MPI_Isendrecv)
     *
     * @param sendMemory the memory to send
     * @param sendLayout the layout of its elements
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory the memory to receive into, apart from the send memory
     * @param receiveLayout the layout of its elements
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendReceive(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int source,
            int receiveTag);

    /**
     * Starts to send all of a memory and to receive into another. (MPI_Isendrecv)
     *
     * @param sendMemory the memory to send
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param receiveMemory the memory to receive into, apart from the send memory
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendReceive(
            @Memory Object sendMemory,
            int destination,
            int sendTag,
            @Memory Object receiveMemory,
            int source,
            int receiveTag);

    /**
     * Starts to send what is in a memory and to receive into it. (MPI_Isendrecv_replace)
     *
     * @param memory the memory to send and to receive into
     * @param layout the layout of its elements
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendReceiveReplace(
            @Memory Object memory, DataLayout layout, int destination, int sendTag, int source, int receiveTag);

    /**
     * Starts to send all of a memory and to receive into it. (MPI_Isendrecv_replace)
     *
     * @param memory the memory to send and to receive into
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param sendTag 0 to 2³¹−1
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param receiveTag a tag or {@link Communicator#ANY_TAG}
     * @return one request, complete when both are; its status is the receive's
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendReceiveReplace(@Memory Object memory, int destination, int sendTag, int source, int receiveTag);

    /**
     * Starts to send an object and returns at once. The object is written before that, so it may change.
     *
     * @param value a record or another serializable object, or null
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request
     * @throws org.sennit.message.SennitException as for {@link ObjectCalls#sendObject}
     */
    Request sendObject(Object value, int destination, int tag);

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
    <T> ObjectRequest<T> receiveObject(Class<T> type, int source, int tag);

    /**
     * Starts to make a communicator with the same members and ranks. Attributes and error handler are those of the
     * moment of this call; it has no hints. Collective; does not block. (MPI_Comm_idup)
     *
     * @return the request, which has the new one when its outcome has been taken
     * @throws SennitException see {@link Communicator}
     */
    PendingCommunicator duplicate();

    /**
     * Starts to make a communicator with the same members and ranks, and other hints. Collective; does not block.
     * (MPI_Comm_idup_with_info)
     *
     * @param info the hints of the new one by name, see {@link Communicator#info}; those of this one do not count
     * @return the request, which has the new one when its outcome has been taken
     * @throws SennitException see {@link Communicator}
     */
    PendingCommunicator duplicate(Map<String, String> info);
}
