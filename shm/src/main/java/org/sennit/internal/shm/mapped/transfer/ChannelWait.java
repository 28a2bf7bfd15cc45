package org.sennit.internal.shm.mapped.transfer;

/**
 * A receive that waits for the channel of an earlier message between the same two endpoints. No receive of other
 * endpoints holds that channel, so the wait depends on those two endpoints only.
 */
final class ChannelWait extends TransferStep implements ChannelPool.Waiter {
    private final TransferSteps steps;
    private PairTransfer transfer; // written before start
    private long endpoints;

    ChannelWait(TransferSteps steps) {
        super(steps);
        this.steps = steps;
    }

    ChannelWait begin(TransferPair by, PairTransfer starting, long both) {
        about(by);
        transfer = starting;
        endpoints = both;
        return this;
    }

    @Override
    public long endpoints() {
        return endpoints;
    }

    @Override
    public void wake() {
        operation.signal();
    }

    @Override
    public int advance() {
        if (!pair.grantedChannels().isNext(this)) {
            return 0;
        }
        boolean isClaimed = transfer.claim(steps);
        if (!isClaimed && pair.grantedChannels().holds(endpoints)) {
            return 0;
        }
        pair.grantedChannels().forget(this);
        transfer.receiveCopied(steps, isClaimed); // another step takes this one's place
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
