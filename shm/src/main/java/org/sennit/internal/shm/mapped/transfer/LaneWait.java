package org.sennit.internal.shm.mapped.transfer;

/**
 * A receive that waits for the lane of an earlier message between the same two endpoints. No receive of other endpoints
 * holds that lane, so the wait depends on those two endpoints only.
 */
final class LaneWait extends TransferStep {
    private long endpoints;
    private long startNs;

    LaneWait(TransferSide side) {
        super(side);
    }

    LaneWait begin(PairTransfer by, long both, long beganNs) {
        about(by);
        endpoints = both;
        startNs = beganNs;
        return this;
    }

    long pair() {
        return endpoints;
    }

    void wake() {
        operation.signal();
    }

    @Override
    public int advance() {
        if (!pair.grantedLanes().isNext(this)) {
            return 0;
        }
        boolean isClaimed = pair.claim(side);
        if (!isClaimed && pair.grantedLanes().holds(endpoints)) {
            return 0;
        }
        pair.grantedLanes().forget(this);
        pair.receiveCopied(side, isClaimed, startNs); // another step takes this one's place
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return pair.grantedLanes().isNext(this) && !pair.grantedLanes().holds(endpoints);
    }

    @Override
    void abandon() {
        pair.grantedLanes().forget(this);
    }
}
