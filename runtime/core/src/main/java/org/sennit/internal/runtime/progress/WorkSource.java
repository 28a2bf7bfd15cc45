package org.sennit.internal.runtime.progress;

/** Something that may have work for an endpoint: its inbox, or the network. */
public interface WorkSource {
    /**
     * Does the work that is there, without blocking.
     *
     * @return the amount done, 0 for none
     */
    int doWork();

    /**
     * Has a short look, besides the rounds of {@link #doWork()}: the work of others does not rely on it.
     *
     * @param limit the most pieces of work, of each connection of a network; at least 1; not all sources know a limit
     * @return the amount done, 0 for none
     */
    default int doWork(int limit) {
        return doWork();
    }

    /**
     * Returns whether work has been announced that is not done yet; asked once more before the thread parks.
     *
     * @return true when it must not park
     */
    boolean hasWork();

    /**
     * Returns whether looking for work costs next to nothing, so that a waiting thread looks in every round.
     *
     * @return true when {@link #doWork} costs a few loads where there is nothing to do; always the same
     */
    default boolean isCheap() {
        return false;
    }
}
