package org.sennit.ownership;

import org.sennit.message.SennitException;

/**
 * A persistent take, made by {@link Handover#takePersistent(int, int)}. Belongs to the thread that drives the endpoint.
 */
public interface PersistentTake extends TakenRequest {
    /**
     * Starts the take. A buffer of the previous take that was not fetched is returned to its home.
     *
     * @throws SennitException REQUEST when it is active or has been freed; RANK, TAG, ARG, COMM, SESSION; final
     */
    void start();
}
