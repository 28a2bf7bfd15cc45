package org.sennit.internal.runtime.progress;

import java.util.ArrayDeque;

/**
 * A first-in first-out queue of actions. Unlike a lock-free queue of nodes it allocates nothing while there are few:
 * each large message of another process adds one. Any thread.
 */
final class ActionQueue {
    private final ArrayDeque<Runnable> actions = new ArrayDeque<>(4); // guarded by this object's monitor

    synchronized void add(Runnable action) {
        actions.addLast(action);
    }

    /** Removes the first action; returns null if there is none. */
    synchronized Runnable poll() {
        return actions.pollFirst();
    }

    synchronized boolean isEmpty() {
        return actions.isEmpty();
    }
}
