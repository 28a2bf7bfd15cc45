package org.sennit.internal.endpoints.rma.update;

/** Mutual exclusion of the updates of a member's part for which there is no atomic instruction. Any thread. */
public interface UpdateGuard {
    /** Does nothing: for a caller that holds the guard already. */
    UpdateGuard HELD = new UpdateGuard() {
        @Override
        public void guardUpdate(int target) {}

        @Override
        public void leaveUpdate(int target) {}
    };

    /** Acquires the guard; spins. It is held for a bounded number of elements. */
    void guardUpdate(int target);

    void leaveUpdate(int target);
}
