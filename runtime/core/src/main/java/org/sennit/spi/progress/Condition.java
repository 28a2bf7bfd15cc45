package org.sennit.spi.progress;

import org.sennit.message.SennitException;

/** Something that a thread waits for. The waiting thread asks; other threads make it true. */
@FunctionalInterface
public interface Condition {
    /**
     * Looks, without blocking and without side effects that matter, whether the wait is over.
     *
     * @return true when it is; once true it stays true until the waiter has seen it
     */
    boolean isMet();

    /**
     * Returns the endpoints that can end the wait; called by the waiting thread, when the wait has lasted for long.
     *
     * @return the description; null when it is not known that only endpoints can, so that the wait is never hopeless
     */
    default Awaited awaited() {
        return null;
    }

    /**
     * Ends what is waited for, since none of those that can end the wait will; called by the waiting thread.
     *
     * @param error names the ended endpoint
     * @throws SennitException the same error, where the wait itself is to end with it; else the condition is met
     */
    default void giveUp(SennitException error) {
        throw error;
    }
}
