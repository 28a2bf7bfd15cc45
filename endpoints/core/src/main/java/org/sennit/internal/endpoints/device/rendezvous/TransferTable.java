package org.sennit.internal.endpoints.device.rendezvous;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.spi.network.VirtualConnection;

/**
 * The large messages under way with other processes, by the ids in their packets. An id is used once, so a late packet
 * finds nothing instead of another transfer. Any thread may call; each call holds this object's monitor for a few loads
 * and stores, and allocates only when the table grows.
 *
 * <pre>
 *   id:  63 ... 24: how often the place has been used | 23 ... 0: the place
 * </pre>
 */
public final class TransferTable {
    private static final int PLACE_BITS = 24;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int FIRST_PLACES = 16;

    private final FailedPeers failed;

    // Guarded by this object's monitor, by place.
    private Transfer[] transfers = new Transfer[FIRST_PLACES]; // null: free, or an id has been made and not entered yet
    private long[] ids = new long[FIRST_PLACES]; // the last id of the place
    private int[] free = new int[FIRST_PLACES]; // a stack of places
    private int freeCount;
    private int used; // places below have been used
    private int size;

    /**
     * Makes an empty table.
     *
     * @param failed the failed processes and endpoints
     */
    public TransferTable(FailedPeers failed) {
        this.failed = failed;
    }

    /** Returns the failed processes and endpoints, as far as this process knows. */
    public FailedPeers failed() {
        return failed;
    }

    /** Returns a fresh positive id, for {@link #add}. */
    synchronized long newId() {
        int place = freeCount > 0 ? free[--freeCount] : newPlace();
        long id = ids[place] + PLACES & Long.MAX_VALUE;
        ids[place] = id;
        return id;
    }

    private int newPlace() {
        if (used == PLACES) {
            throw new IllegalStateException("too many large messages under way: " + used);
        }
        if (used == ids.length) {
            transfers = Arrays.copyOf(transfers, 2 * used);
            ids = Arrays.copyOf(ids, 2 * used);
            free = Arrays.copyOf(free, 2 * used);
        }
        ids[used] = used;
        return used++;
    }

    /** Returns the place of an id; −1 when it is not in use. */
    private int place(long id) {
        int place = (int) id & PLACES - 1;
        return place < used && ids[place] == id ? place : -1;
    }

    /**
     * Adds a transfer; fails it when its peer has already failed.
     *
     * @param transfer what is under way
     */
    public void add(long id, Transfer transfer) {
        synchronized (this) {
            transfers[place(id)] = transfer;
            size++;
        }
        Throwable cause = failed.count() == 0 ? null : failed.causeOf(transfer.process());
        if (cause != null) {
            transfer.failed(id, cause);
        }
    }

    /**
     * Returns the transfer of an id that has arrived over a connection; null when there is none, or it belongs to
     * another connection, whose loop guards it.
     */
    Transfer find(long id, VirtualConnection from) {
        Transfer transfer = find(id);
        return transfer != null && transfer.connection() == from ? transfer : null;
    }

    private synchronized Transfer find(long id) {
        int place = place(id);
        return place < 0 ? null : transfers[place];
    }

    /**
     * Removes a transfer. The thread that removes it ends it.
     *
     * @return false when another thread has removed it
     */
    public synchronized boolean remove(long id) {
        int place = place(id);
        if (place < 0 || transfers[place] == null) {
            return false;
        }
        transfers[place] = null;
        free[freeCount++] = place;
        size--;
        return true;
    }

    /**
     * Fails everything that is under way over a connection; with its upcalls.
     *
     * @param cause what has happened
     */
    public void failAll(VirtualConnection vc, Throwable cause) {
        all(each -> each.connection() == vc).forEach(each -> each.fail(cause));
    }

    /**
     * Fails everything that is under way with a process.
     *
     * @param process the number of the process
     * @param cause what has happened
     */
    public void failAll(int process, Throwable cause) {
        all(each -> each.process() == process).forEach(each -> each.fail(cause));
    }

    /** A transfer with its id: the object may serve another message by the time it is failed. */
    private record Entry(long id, Transfer transfer) {
        void fail(Throwable cause) {
            transfer.failed(id, cause);
        }
    }

    private synchronized List<Entry> all(Predicate<Transfer> isMeant) {
        List<Entry> found = new ArrayList<>();
        for (int place = 0; place < used; place++) {
            Transfer transfer = transfers[place];
            if (transfer != null && isMeant.test(transfer)) {
                found.add(new Entry(ids[place], transfer));
            }
        }
        return found;
    }

    /** Returns whether an endpoint of this process has a step to run for any transfer. */
    synchronized boolean hasSteps(int endpoint) {
        for (int place = 0; place < used; place++) {
            if (transfers[place] != null && transfers[place].isDrivenBy(endpoint)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a message is under way to this process that has been matched.
     *
     * @return true when a message is under way to this process that has been matched
     */
    public boolean isReceiving() {
        return !all(Transfer::isReceiving).isEmpty();
    }

    /**
     * Returns whether something is under way with a process.
     *
     * @param process the number of the process
     * @return true when something is under way with a process
     */
    public boolean hasAny(int process) {
        return !all(each -> each.process() == process).isEmpty();
    }

    /** Returns the number of transfers that are under way. */
    public synchronized int size() {
        return size;
    }
}
