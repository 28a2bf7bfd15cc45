package org.sennit.internal.endpoints.am.endpoint;

import org.sennit.active.ActiveVector;
import org.sennit.active.CompletionHandler;
import org.sennit.internal.endpoints.am.memory.MemoryUses;

/** A message whose header handler has run: the target vector, and the actions at completion. Immutable. */
public record ArrivedData(
        EndpointScope scope,
        int source,
        int handler,
        int targetCounter,
        ActiveVector target, // null: dropped
        CompletionHandler completion, // null: none
        boolean isInline, // the completion handler
        Object parameter,
        MemoryUses.Use use) { // null: not in checked mode, or none
    /** Runs the completion handler if it is inline; returns whether none is left to run. */
    public boolean isCompletedHere() {
        if (completion != null && isInline) {
            scope.completeInline(completion, parameter, source, handler);
        }
        return completion == null || isInline;
    }

    /** Notifies the target that the message is complete. */
    public void count() {
        scope.endUse(use);
        scope.count(targetCounter, source, handler);
    }
}
