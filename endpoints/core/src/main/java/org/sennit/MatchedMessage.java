package org.sennit;

import org.sennit.internal.endpoints.p2p.ProbedMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.Status;

/**
 * A message taken by a matched probe: only the calls of this handle can receive it, once. Then the handle is empty and
 * may be passed to the next probe, so that a loop needs one handle. A message that is never received is dropped when
 * its endpoint ends, and its send completes. It can be received after its communicator has been closed, too.
 * (MPI_Message; MPI 4.1, section 3.8.2)
 *
 * <p>For the thread that drives the endpoint; at thread level multiple it may go from one thread to another.
 */
public interface MatchedMessage {
    /**
     * Returns an empty handle, for the probes that fill one.
     *
     * @return a fresh handle
     */
    static MatchedMessage empty() {
        return new ProbedMessage();
    }

    /**
     * Returns whether there is nothing to receive here: no probe has found anything, or it has been received.
     *
     * @return true when a receive would fail
     */
    boolean isEmpty();

    /**
     * Returns the source of the message that was probed last.
     *
     * @return its rank
     */
    int source();

    /**
     * Returns the tag of the message that was probed last.
     *
     * @return its tag
     */
    int tag();

    /**
     * Returns the length of the message that was probed last.
     *
     * @return bytes
     */
    long countBytes();

    /**
     * Receives this message; blocks until it is in the memory. (MPI_Mrecv)
     *
     * @param memory the memory that receives the message
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    void receive(@Memory Object memory);

    /**
     * Receives this message; blocks until it is in the memory. (MPI_Mrecv)
     *
     * @param memory the memory that receives the message
     * @param layout the layout of its elements
     * @param outcome receives the outcome; may be null
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    void receive(@Memory Object memory, DataLayout layout, Status outcome);

    /**
     * Starts to receive this message; the memory is in use until the request is complete. (MPI_Imrecv)
     *
     * @param memory the memory that receives the message
     * @return the request
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    Request receiveNonblocking(@Memory Object memory);

    /**
     * Starts to receive this message; the memory is in use until the request is complete. (MPI_Imrecv)
     *
     * @param memory the memory that receives the message
     * @param layout the layout of its elements
     * @return the request
     * @throws org.sennit.message.SennitException as for a receive; REQUEST when the handle is empty; final
     */
    Request receiveNonblocking(@Memory Object memory, DataLayout layout);
}
