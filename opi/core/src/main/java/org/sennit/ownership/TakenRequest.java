package org.sennit.ownership;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * The request of a take, made by {@link Handover}. {@link #request} is what the calls for several requests take, such
 * as {@link Request#awaitAny}. Belongs to the thread that drives the endpoint.
 */
public interface TakenRequest {
    /**
     * Returns the take among the requests.
     *
     * @return always the same
     */
    Request request();

    /**
     * Returns the buffer, once, after the outcome has been taken.
     *
     * @return a buffer of the message's length that the caller owns
     * @throws SennitException REQUEST when there is none: the take is not over, was cancelled, has failed, or has been
     *     asked before; final
     */
    OwnedBuffer buffer();

    /**
     * Blocks until the take is complete, as {@link Request#await()}.
     *
     * @return a fresh status; empty when the request was inactive
     * @throws SennitException the error of the take (TRUNCATE, PROC_FAILED …), or PROC_ABORTED; final
     */
    Status await();

    /**
     * Blocks until the take is complete, as {@link Request#await(Status)}.
     *
     * @param status receives the outcome; may be null
     * @return the same status
     * @throws SennitException as for {@link #await()}
     */
    Status await(Status status);

    /**
     * Blocks until the take is complete or the time has passed, as {@link Request#await(long)}.
     *
     * @param timeoutNs the longest wait in nanoseconds
     * @return true when it is complete; the outcome is then still to be taken
     * @throws SennitException PROC_ABORTED when the job is being aborted; final
     */
    boolean await(long timeoutNs);

    /**
     * Makes progress once and looks, as {@link Request#test()}.
     *
     * @return true when the take is complete; its outcome is taken
     * @throws SennitException as for {@link #await()}
     */
    boolean test();

    /**
     * Makes progress once and looks, as {@link Request#test(Status)}.
     *
     * @param status receives the outcome when complete; may be null
     * @return true when the take is complete; its outcome is taken
     * @throws SennitException as for {@link #await()}
     */
    boolean test(Status status);

    /** Withdraws the take unless a message has come for it, as {@link Request#cancel}. */
    void cancel();

    /** Frees the request, as {@link Request#free}; a buffer that was not fetched returns to its home. */
    void free();
}
