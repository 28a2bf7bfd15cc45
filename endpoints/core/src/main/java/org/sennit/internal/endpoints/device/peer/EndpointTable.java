package org.sennit.internal.endpoints.device.peer;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The endpoints of a process by their ids. Ids are not reused, so messages under way to an endpoint that has gone
 * cannot reach another one; a removed endpoint leaves eight bytes behind. Any thread may call.
 */
public final class EndpointTable {
    private final CopyOnWriteArrayList<LocalEndpoint> open = new CopyOnWriteArrayList<>();

    // Replaced under the lock by a larger one. The network's thread looks an id up after a message of another process
    // has named it, which was sent after the id was entered: entries are volatile, so it sees the endpoint.
    private volatile AtomicReferenceArray<LocalEndpoint> byId = new AtomicReferenceArray<>(16);

    private volatile int next; // written under the lock

    /** Returns the number of ids in use or used so far. */
    public int used() {
        return next;
    }

    /** Returns the id of the next endpoint that is added; for those that hold the lock of the table. */
    public int nextId() {
        return next;
    }

    /** Enters endpoints, whose ids are the next ones in order. */
    public synchronized void add(List<LocalEndpoint> endpoints) {
        int end = next + endpoints.size();
        AtomicReferenceArray<LocalEndpoint> table = byId;
        if (end > table.length()) {
            table = new AtomicReferenceArray<>(Math.max(end, 2 * table.length()));
            for (int id = 0; id < next; id++) {
                table.setPlain(id, byId.get(id));
            }
        }
        for (LocalEndpoint endpoint : endpoints) {
            table.set(endpoint.id(), endpoint);
        }
        byId = table;
        next = end;
        open.addAll(endpoints);
    }

    /** Takes an endpoint out for good. */
    public synchronized void remove(LocalEndpoint endpoint) {
        byId.set(endpoint.id(), null);
        open.remove(endpoint);
    }

    /** Returns an endpoint; null when there is none of this id, or none any more. */
    public LocalEndpoint get(int id) {
        AtomicReferenceArray<LocalEndpoint> table = byId;
        return id >= 0 && id < table.length() ? table.get(id) : null;
    }

    /** Returns whether there was an endpoint of this id. */
    public boolean hasGone(int id) {
        return id >= 0 && id < next && get(id) == null;
    }

    /** Returns a view of the existing endpoints, in the order of their ids. */
    public List<LocalEndpoint> open() {
        return open;
    }
}
