package org.sennit.bench.floor;

import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Summary;

/**
 * The least that a benchmark between two endpoints can cost on this machine in this placement: bare means, no runtime.
 * Both sides call the same methods with the same arguments; the leader's result counts. One object and one thread a
 * side.
 */
public interface PairFloor extends AutoCloseable {
    /**
     * Returns what the floor is, for the header.
     *
     * @return a line of text
     */
    String describe();

    /**
     * Measures one message, one way. Blocks, spinning.
     *
     * @param isFresh whether the sender writes its memory before each send
     * @param batching how often
     * @return ns one way; of no meaning on the follower's side
     */
    Summary oneWay(long sizeBytes, boolean isFresh, Batching batching);

    /**
     * Returns a sum of doubles of both sides, which both sides get. Blocks, spinning.
     *
     * @param sizeBytes the size of each side's doubles
     * @param batching how often
     * @return ns a sum; of no meaning on the follower's side
     */
    default Summary sum(long sizeBytes, Batching batching) {
        return oneWay(sizeBytes, false, batching);
    }

    /**
     * Measures messages one after the other in one direction, as fast as they go. Blocks, spinning.
     *
     * @param window messages before an answer
     * @param batches timed windows
     * @return ns per message; of no meaning on the follower's side
     */
    Summary stream(long sizeBytes, int window, int batches);

    @Override
    void close();
}
