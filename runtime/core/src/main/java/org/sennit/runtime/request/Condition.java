package org.sennit.runtime.request;

/** Something that a thread waits for. The waiting thread asks; other threads make it true. */
@FunctionalInterface
public interface Condition {
    /**
     * Looks, without blocking and without side effects that matter, whether the wait is over.
     *
     * @return true when it is; once true it stays true until the waiter has seen it
     */
    boolean isMet();
}
