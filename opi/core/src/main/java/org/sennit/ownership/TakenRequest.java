package org.sennit.ownership;

import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.ownership.TakeRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The request of a take. Belongs to the thread that drives the endpoint. */
public class TakenRequest extends TakeRequest {
    private final OwnershipPool pool;

    TakenRequest(OwnershipPool pool) {
        super(pool.passing().progress(), pool.blocks());
        this.pool = pool;
    }

    /**
     * Returns the buffer, once, after the outcome has been taken.
     *
     * @return a buffer of the message's length that the caller owns
     * @throws SennitException REQUEST when there is none: the take is not over, was cancelled, has failed, or has been asked before;
     *     final
     */
    public final OwnedBuffer buffer() {
        OwnershipMemory memory = isInactive() ? taken() : null;
        if (memory == null) {
            throw pool.raised(new SennitException(
                    ErrorClass.REQUEST,
                    "no buffer: the take is not over, was cancelled, has failed, or has been asked before: request="
                            + this));
        }
        return pool.taken(memory, number(), "buffer");
    }
}
