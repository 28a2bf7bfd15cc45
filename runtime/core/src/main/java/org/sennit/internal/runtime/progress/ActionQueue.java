package org.sennit.internal.runtime.progress;

import java.util.ArrayDeque;

/**
 * Actions that any thread leaves, in the order in which they came. Allocates nothing while there are few, which a lock-free queue of nodes
 * does: each large message of another process leaves one. Any thread.
 */
final class ActionQueue {
    private final ArrayDeque<Runnable> actions = new ArrayDeque<>(4); // guarded by this object's monitor

    synchronized void add(Runnable action) {
        actions.addLast(action);
    }

    /** Takes the first out; null when there is none. */
    synchronized Runnable poll() {
        return actions.pollFirst();
    }

    synchronized boolean isEmpty() {
        return actions.isEmpty();
    }
}
