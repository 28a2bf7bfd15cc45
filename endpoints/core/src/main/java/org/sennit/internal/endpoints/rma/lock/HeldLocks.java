package org.sennit.internal.endpoints.rma.lock;

import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.sennit.internal.endpoints.comm.CommContext;

/** The locks of a window's parts that one endpoint holds. Called by the threads of the endpoint. */
public final class HeldLocks {
    /** The kind of a lock that is not held. */
    public static final int NOT_HELD = -1;

    /** In place of a target: no lock is held. */
    public static final int NO_TARGET = -1;

    private final CommContext comm;
    private final PartLocks locks;

    // Guarded by guard: the threads of the endpoint.
    private final ThreadsGuard guard;
    private final Int2IntHashMap kinds = new Int2IntHashMap(NOT_HELD); // target to SHARED or EXCLUSIVE
    private final IntArrayList targets = new IntArrayList(); // the same targets, in the order of their locks
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

    /**
     * Adds a lock of kind {@link PartLocks#SHARED} or {@link PartLocks#EXCLUSIVE}.
     *
     * @return false when this endpoint holds the target's lock already; the caller has to give the second one back
     */
    public boolean add(int target, int kind) {
        guard.enter();
        try {
            if (atEnd == null) {
                LocksAtEnd first = new LocksAtEnd(locks);
                comm.device().atEnd(first);
                atEnd = first;
            }
            targets.ensureCapacity(targets.size() + 1);
            if (!enter(target, kind)) {
                return false;
            }
            targets.addInt(target); // allocates nothing
            return true;
        } finally {
            guard.leave();
        }
    }

    private boolean enter(int target, int kind) {
        try {
            return kinds.put(target, kind) == NOT_HELD;
        } catch (Error e) { // no memory to grow: it has stored the target before that
            kinds.remove(target);
            throw e;
        }
    }

    /** Removes a lock; returns its kind, or {@link #NOT_HELD}. */
    public int remove(int target) {
        guard.enter();
        try {
            int kind = kinds.remove(target);
            if (kind != NOT_HELD) {
                targets.removeAt(targets.lastIndexOf(target)); // looked for from the end
            }
            return kind;
        } finally {
            guard.leave();
        }
    }

    /** Returns the target whose lock has been taken last, or {@link #NO_TARGET}; allocates nothing. */
    public int latest() {
        guard.enter();
        try {
            return targets.isEmpty() ? NO_TARGET : targets.getInt(targets.size() - 1);
        } finally {
            guard.leave();
        }
    }

    /** Returns the targets whose locks are held. */
    public int[] targets() {
        guard.enter();
        try {
            return targets.toIntArray();
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
