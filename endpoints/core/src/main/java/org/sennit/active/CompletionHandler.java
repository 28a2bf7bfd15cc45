package org.sennit.active;

/**
 * Runs when all data of an active message is in the target vector, on a virtual thread of its own unless it is
 * {@link ActiveMessage#onCompletionInline inline}. It may block, and may send active messages and wait for counters;
 * other calls of the endpoint only at thread level multiple.
 */
@FunctionalInterface
public interface CompletionHandler {
    /**
     * Called when the data is there. What this throws is passed to the error handler; the counters move all the same.
     *
     * @param parameter what the header handler gave, or null
     */
    void completed(Object parameter);
}
