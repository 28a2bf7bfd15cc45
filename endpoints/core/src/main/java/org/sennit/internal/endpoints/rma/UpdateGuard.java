package org.sennit.internal.endpoints.rma;

/** Keeps others from updates of a member's part that are not atomic by themselves. Any thread. */
interface UpdateGuard {
    /** Of a caller that has the guard already. */
    UpdateGuard HELD = new UpdateGuard() {
        @Override
        public void guardUpdate(int target) {}

        @Override
        public void leaveUpdate(int target) {}
    };

    /** Spins until no other thread or process is at it; held for some steps. */
    void guardUpdate(int target);

    void leaveUpdate(int target);
}
