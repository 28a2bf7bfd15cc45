package org.sennit.internal.endpoints.comm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The shared state of communicators that are being made in a process: the first member makes it, the others take it,
 * the last removes it. No call waits for another. Any thread may call.
 */
public final class SharedComms {
    private final Map<Key, Entry> entries = new HashMap<>(); // under this object's lock

    /**
     * The key of a communicator: two communicators of one context id have no member in common, so the id and a member
     * identify it.
     */
    private record Key(int contextId, int endpoint) {}

    private static final class Entry {
        private final SharedComm shared;
        private int left;

        private Entry(SharedComm shared, int takers) {
            this.shared = shared;
            this.left = takers;
        }
    }

    /**
     * Takes the shared state of a new communicator.
     *
     * @param endpoint the id of the lowest member in this process, the same for all callers
     * @param takers the number of members in this process
     * @param maker creates it on the first call
     * @return the same object for all
     */
    public synchronized SharedComm take(int contextId, int endpoint, int takers, Supplier<SharedComm> maker) {
        Key key = new Key(contextId, endpoint);
        Entry entry = entries.get(key);
        if (entry == null) {
            entry = new Entry(maker.get(), takers);
            entries.put(key, entry);
        }
        if (--entry.left == 0) {
            entries.remove(key);
        }
        return entry.shared;
    }

    /**
     * Forgets the state of a communicator that not all its members in this process have taken, since they may never do
     * so. Those that still do get a new one. Takes time in proportion to the communicators that are being made.
     *
     * @return whether it was still to be taken
     */
    synchronized boolean forget(SharedComm shared) {
        return entries.values().removeIf(entry -> entry.shared == shared);
    }

    /** Returns the number of communicators that have not been taken by all their members. */
    public synchronized int pending() {
        return entries.size();
    }
}
