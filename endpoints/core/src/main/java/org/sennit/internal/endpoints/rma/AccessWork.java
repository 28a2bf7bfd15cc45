package org.sennit.internal.endpoints.rma;

import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.update.UpdateExecution;
import org.sennit.message.DataLayout;

/** What an access needs while its call lasts, used again by later ones. By one call at a time. */
final class AccessWork {
    private final TargetMemory to = new TargetMemory();
    private final UpdateExecution updates = new UpdateExecution();
    private final ResultMemory results = new ResultMemory();

    // The place of the access, as the caller gave it.
    private int target;
    private long displacement;
    private DataLayout layout;
    private boolean isBlocking; // whether the call waits for the request and gives it back

    /** Says whether the call waits for the end of the access; returns this. */
    AccessWork blocking(boolean isAwaited) {
        isBlocking = isAwaited;
        return this;
    }

    boolean isBlocking() {
        return isBlocking;
    }

    /** Returns where the memory for results is described. */
    ResultMemory results() {
        return results;
    }

    /**
     * Says where the access is; returns this.
     *
     * @param rank the target
     * @param given the displacement, in the target's units
     * @param gaps the layout from there on; null for as many elements as the origin has
     */
    AccessWork at(int rank, long given, DataLayout gaps) {
        target = rank;
        displacement = given;
        layout = gaps;
        return this;
    }

    int target() {
        return target;
    }

    long displacement() {
        return displacement;
    }

    DataLayout layout() {
        return layout;
    }

    /** Returns where the memory at the target is described. */
    TargetMemory to() {
        return to;
    }

    /** Returns what executes updates in this process. */
    UpdateExecution updates() {
        return updates;
    }

    /** Lets go of the window's memory and the caller's layout. */
    void clear() {
        to.clear();
        results.clear();
        layout = null;
    }
}
