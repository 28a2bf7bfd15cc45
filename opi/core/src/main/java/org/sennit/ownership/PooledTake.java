package org.sennit.ownership;

import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.ownership.TakeRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * A take for a pool: the receive itself, so that it costs one object. Belongs to the thread that drives the endpoint.
 */
class PooledTake extends TakeRequest implements TakenRequest {
    private final PoolBuffers pool;

    PooledTake(PoolBuffers pool) {
        super(pool.ownership().progress(), pool.blocks());
        this.pool = pool;
    }

    @Override
    public final Request request() {
        return this;
    }

    @Override
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
