package org.sennit.internal.shm.mapped.transfer;

/**
 * A receive that waits for the channel of an earlier message between the same two endpoints. No receive of other endpoints
 * holds that channel, so the wait depends on those two endpoints only.
 */
final class ChannelWait extends TransferStep {
    private long endpoints;
    private long startNs;

    ChannelWait(TransferSide side) {
        super(side);
    }

    ChannelWait begin(PairTransfer by, long both, long beganNs) {
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
        if (!pair.grantedChannels().isNext(this)) {
            return 0;
        }
        boolean isClaimed = pair.claim(side);
        if (!isClaimed && pair.grantedChannels().holds(endpoints)) {
            return 0;
        }
        pair.grantedChannels().forget(this);
        pair.receiveCopied(side, isClaimed, startNs); // another step takes this one's place
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return pair.grantedChannels().isNext(this) && !pair.grantedChannels().holds(endpoints);
    }

    @Override
    void abandon() {
        pair.grantedChannels().forget(this);
    }
}
