package org.sennit.internal.endpoints.comm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where the endpoints of a process get what they have in common of a new communicator: the first that comes makes it, the
 * others take it, the last removes it. No call waits for another. Any thread may call.
 */
public final class SharedComms {
    private final Map<Key, Entry> entries = new HashMap<>(); // under this object's lock

    /** Makes an empty place. */
    public SharedComms() {}

    /** Two communicators of one context id have no member in common, so an id and a member's say which it is. */
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
     * Takes what a new communicator's members in this process have in common.
     *
     * @param endpoint the id of the lowest member in this process, the same for all callers
     * @param takers how many will ask in all
     * @param maker creates it on the first call
     * @return the same for all
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

    /** Returns how many communicators are waiting for a member to take them, 0 when all has been taken. */
    public synchronized int pending() {
        return entries.size();
    }
}
