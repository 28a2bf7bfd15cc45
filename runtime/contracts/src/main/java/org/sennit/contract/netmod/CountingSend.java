package org.sennit.contract.netmod;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** An operation that counts its callbacks, and can answer "more". */
public class CountingSend extends NetworkSend {
    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final int moreBatches;
    private volatile Throwable cause;

    /** Makes one that is finished after its first batch. */
    public CountingSend() {
        this(0);
    }

    /**
     * Makes one that sends further batches: packets without payload, numbered from 1.
     *
     * @param moreBatches their number
     */
    public CountingSend(int moreBatches) {
        this.moreBatches = moreBatches;
    }

    @Override
    protected boolean isWhole() {
        return moreBatches == 0;
    }

    @Override
    protected boolean onDataAvailable(VirtualConnection vc) {
        int done = batches.incrementAndGet();
        if (done > moreBatches) {
            return true;
        }
        again(TestPackets.header(0, done, 0), MemorySegment.NULL);
        return false;
    }

    @Override
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        this.cause = cause;
        failures.incrementAndGet();
    }

    /**
     * Calls of onDataAvailable.
     *
     * @return their number
     */
    public int batches() {
        return batches.get();
    }

    /**
     * Calls of onFailure.
     *
     * @return their number
     */
    public int failures() {
        return failures.get();
    }

    /**
     * Returns what onFailure was called with.
     *
     * @return the cause; null when it was not called
     */
    public Throwable cause() {
        return cause;
    }
}
