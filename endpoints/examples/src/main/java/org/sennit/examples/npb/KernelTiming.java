package org.sennit.examples.npb;

import java.util.concurrent.TimeUnit;
import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * The time of the timed part of a run, and the number of endpoints and processes.
 *
 * <p>Immutable; any thread.
 *
 * @param seconds the longest time that any rank took
 * @param endpoints ranks that took part
 * @param processes processes that they live in
 */
public record KernelTiming(double seconds, int endpoints, int processes) {
    /**
     * Agrees on the time. Collective: every rank calls it once, with its own time; blocks for the others.
     *
     * @param world the ranks that took part
     * @param ownNs how long this rank took, in nanoseconds
     * @return the same on every rank
     */
    public static KernelTiming agree(Communicator world, long ownNs) {
        long[] longestNs = {ownNs};
        world.allreduce(Communicator.IN_PLACE, longestNs, Operation.MAX);
        // Ranks run through the processes in order, so the last rank lives in the last process.
        int processes = world.processOf(world.size() - 1) - world.processOf(0) + 1;
        return new KernelTiming((double) longestNs[0] / TimeUnit.SECONDS.toNanos(1), world.size(), processes);
    }

    /**
     * Returns the rate of the whole job.
     *
     * @param operations the benchmark's nominal count of operations
     * @return millions of operations a second
     */
    public double megaOperationsPerSecond(double operations) {
        return operations / seconds / 1e6;
    }
}
