package org.sennit.bench.program;

import java.util.function.LongSupplier;

/**
 * When a size is warm: not before a shortest time, and not while the compiler of this JVM still works, since it works
 * on the cores of the endpoints: 64 KiB between two JVMs of two cores take 150 us until it has done, two to three
 * seconds, and 8 us from then on. In any case after a longest time. All times grow with the batches, so that a short
 * run stays short. One thread.
 */
public final class WarmUp {
    /** For each batch: the compiler works in the background, and 100 batches give it a second. */
    private static final long FIRST_NS = 10_000_000L;

    /** For each batch of a further size: another protocol may carry it, whose code has not run yet. */
    private static final long NEXT_NS = 2_000_000L;

    /** For each batch: at most so long. */
    private static final long MOST_NS = 60_000_000L;

    /** For each batch: the compiler is asked every so often what it has done since. A method may take it 200 ms. */
    private static final long LOOK_NS = 3_000_000L;

    /** It has done if it worked for less than this part of the time. */
    private static final int IDLE_PART = 20;

    private static final long NS_PER_MS = 1_000_000L;

    private final LongSupplier compiledMs;
    private final long leastNs;
    private final long mostNs;
    private final long lookNs;

    private boolean isBegun;
    private long startNs;
    private long lastLookNs;
    private long lastCompiledMs;

    WarmUp(LongSupplier compiledMs, long leastNs, long mostNs, long lookNs) {
        this.compiledMs = compiledMs;
        this.leastNs = leastNs;
        this.mostNs = mostNs;
        this.lookNs = lookNs;
    }

    /**
     * Returns the warm-up of one size.
     *
     * @param batches how many the measurement has; all times grow with it
     * @param isFirst whether it is the first size of this JVM
     * @return a fresh one
     */
    public static WarmUp of(int batches, boolean isFirst) {
        return new WarmUp(
                new CompilerTime(), batches * (isFirst ? FIRST_NS : NEXT_NS), batches * MOST_NS, batches * LOOK_NS);
    }

    /**
     * Returns whether to go on; asked again and again.
     *
     * @param nowNs the time as it is, in nanoseconds
     * @return false once the compiler has done, or after the longest time
     */
    public boolean isDue(long nowNs) {
        if (!isBegun) {
            isBegun = true;
            startNs = nowNs;
            look(nowNs);
            return true;
        }
        if (nowNs - startNs >= mostNs) {
            return false;
        }
        if (nowNs - lastLookNs < lookNs) {
            return true;
        }
        long workedNs = NS_PER_MS * Math.abs(compiledMs.getAsLong() - lastCompiledMs); // less: a thread has ended
        boolean isIdle = workedNs < (nowNs - lastLookNs) / IDLE_PART;
        look(nowNs);
        return !isIdle || nowNs - startNs < leastNs;
    }

    private void look(long nowNs) {
        lastLookNs = nowNs;
        lastCompiledMs = compiledMs.getAsLong();
    }
}
