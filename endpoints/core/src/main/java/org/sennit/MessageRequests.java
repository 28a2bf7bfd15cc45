package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;

/**
 * Messages whose call returns a {@link Request}: sends in the four modes, and receives. (MPI 4.1, sections 3.7 and 3.9)
 */
public interface MessageRequests {
    /**
     * Makes a send of all of a memory. (MPI_Isend, MPI_Send_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request send(@Memory Object memory, int destination, int tag);

    /**
     * Makes a receive into all of a memory. (MPI_Irecv, MPI_Recv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request receive(@Memory Object memory, int source, int tag);

    /**
     * Makes a send of some elements. (MPI_Isend, MPI_Send_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout the layout of its elements
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request send(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Makes a receive into some elements. (MPI_Irecv, MPI_Recv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout the layout of its elements
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request receive(@Memory Object memory, DataLayout layout, int source, int tag);

    /**
     * Makes a synchronous send of some elements, complete when a receive has matched the message.
     * (MPI_Issend, MPI_Ssend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout the layout of its elements
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Makes a synchronous send of all of a memory, complete when a receive has matched the message.
     * (MPI_Issend, MPI_Ssend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendSynchronous(@Memory Object memory, int destination, int tag);

    /**
     * Makes a buffered send of some elements: starting it copies them to the attached buffer and completes it.
     * (MPI_Ibsend, MPI_Bsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout the layout of its elements
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Makes a buffered send of all of a memory: starting it copies it to the attached buffer and completes it.
     * (MPI_Ibsend, MPI_Bsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendBuffered(@Memory Object memory, int destination, int tag);

    /**
     * Makes a ready send of some elements: the caller promises that the receive is posted before the send starts.
     * (MPI_Irsend, MPI_Rsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout the layout of its elements
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendReady(@Memory Object memory, DataLayout layout, int destination, int tag);

    /**
     * Makes a ready send of all of a memory: the caller promises that the receive is posted before the send starts.
     * (MPI_Irsend, MPI_Rsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return the request: active, or made to be started, as the view says
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Request sendReady(@Memory Object memory, int destination, int tag);
}
