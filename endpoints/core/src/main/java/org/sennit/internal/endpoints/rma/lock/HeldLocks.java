package org.sennit.internal.endpoints.rma.lock;

import org.agrona.collections.Int2IntHashMap;
import org.sennit.internal.endpoints.comm.CommContext;

/** The locks of a window's parts that one endpoint holds. Called by the threads of the endpoint. */
public final class HeldLocks {
    /** The kind of a lock that is not held. */
    public static final int NOT_HELD = -1;

    private static final int[] NONE = {};

    private final CommContext comm;
    private final PartLocks locks;

    // Guarded by guard: the threads of the endpoint.
    private final ThreadsGuard guard;
    private final Int2IntHashMap kinds = new Int2IntHashMap(NOT_HELD); // target to SHARED or EXCLUSIVE
    private LocksAtEnd atEnd; // null: none registered

    /**
     * Makes an empty set.
     *
     * @param locks gives the locks back when the program ends
     */
    public HeldLocks(CommContext comm, PartLocks locks, ThreadsGuard guard) {
        this.comm = comm;
        this.locks = locks;
        this.guard = guard;
    }

    /** Returns whether the lock of a target is held. */
    public boolean contains(int target) {
        guard.enter();
        try {
            return kinds.containsKey(target);
        } finally {
            guard.leave();
        }
    }

    /** Returns whether no lock is held. */
    public boolean isEmpty() {
        guard.enter();
        try {
            return kinds.isEmpty();
        } finally {
            guard.leave();
        }
    }

    /** Adds a lock of kind {@link PartLocks#SHARED} or {@link PartLocks#EXCLUSIVE}. */
    public void add(int target, int kind) {
        guard.enter();
        try {
            kinds.put(target, kind);
            if (atEnd == null) {
                atEnd = new LocksAtEnd(locks);
                comm.device().atEnd(atEnd);
            }
        } finally {
            guard.leave();
        }
    }

    /** Removes a lock; returns its kind, or {@link #NOT_HELD}. */
    public int remove(int target) {
        guard.enter();
        try {
            return kinds.remove(target);
        } finally {
            guard.leave();
        }
    }

    /** Returns the targets whose locks are held. */
    public int[] targets() {
        guard.enter();
        try {
            return kinds.isEmpty()
                    ? NONE
                    : kinds.keySet().stream().mapToInt(Integer::intValue).toArray();
        } finally {
            guard.leave();
        }
    }

    /** Called when the window is closed, so that the end of the program does not concern it any more. */
    public void forget() {
        if (atEnd != null) {
            atEnd.forget();
            comm.device().notAtEnd(atEnd);
        }
    }
}
