package org.sennit.internal.shm.mapped.transfer;

import org.sennit.spi.network.LargeMessageOperation;

/**
 * A receive that waits for the lane of an earlier message between the same two endpoints. No other receive holds that lane, so
 * this waits for nothing but the two endpoints that it needs itself.
 */
final class LaneWait extends TransferStep {
    private final long endpoints;
    private final long startNs;

    LaneWait(PairTransfer pair, LargeMessageOperation operation, long endpoints, long startNs) {
        super(pair, operation);
        this.endpoints = endpoints;
        this.startNs = startNs;
    }

    long pair() {
        return endpoints;
    }

    void wake() {
        operation.signal();
    }

    @Override
    public int advance() {
        if (!pair.lanePool().isNext(this)) {
            return 0;
        }
        LanePool.Ticket ticket = pair.claim(operation);
        if (ticket == null && pair.lanePool().holds(endpoints)) {
            return 0;
        }
        pair.lanePool().forget(this);
        pair.receiveCopied(operation, ticket, startNs); // another step takes this one's place
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return pair.lanePool().isNext(this) && !pair.lanePool().holds(endpoints);
    }

    @Override
    void abandon() {
        pair.lanePool().forget(this);
    }
}
