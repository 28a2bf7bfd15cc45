package org.sennit.internal.endpoints.rma.lock;

/** Marks the locks of a window when the program of its endpoint ends; keeps no window that has been closed. */
final class LocksAtEnd implements Runnable {
    // Plain: written by the endpoint's thread, then read by the thread that ends the endpoint. That is the same one,
    // or it has loaded ProgramState.hasEnded, a volatile stored after the last call of the program. What the locks
    // know is ordered in the same way.
    private PartLocks locks; // null: the window has been closed

    LocksAtEnd(PartLocks locks) {
        this.locks = locks;
    }

    /** Called when the window has been closed. */
    void forget() {
        locks = null;
    }

    @Override
    public void run() {
        if (locks != null) {
            locks.programEnded();
        }
    }
}
