package org.sennit.endpoints.device;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The large transfers of this process that are under way with other processes, by the ids that travel in packets. An
 * id is used once, so a late packet finds nothing instead of somebody else's transfer. Any thread may call.
 */
final class TransferTable {
    private final AtomicLong nextId = new AtomicLong(1);
    private final ConcurrentHashMap<Long, Transfer> transfers = new ConcurrentHashMap<>();
    private final FailedPeers failed;

    TransferTable(FailedPeers failed) {
        this.failed = failed;
    }

    /** Who of the job has failed. */
    FailedPeers failed() {
        return failed;
    }

    /** A fresh id, under which nothing is found yet. */
    long newId() {
        return nextId.getAndIncrement();
    }

    /** Enters a transfer; fails it when it comes too late for {@link #failAll}. */
    void add(long id, Transfer transfer) {
        transfers.put(id, transfer);
        Throwable cause = failed.count() == 0 ? null : failed.causeOf(transfer.process());
        if (cause != null) {
            transfer.failed(cause);
        }
    }

    /** The transfer of an id that a process has named; null when there is none, or it is another process's. */
    Transfer find(long id, int process) {
        Transfer transfer = transfers.get(id);
        return transfer != null && transfer.process() == process ? transfer : null;
    }

    /** Takes a transfer out; false when somebody has before, who ends it. */
    boolean remove(long id) {
        return transfers.remove(id) != null;
    }

    /** Fails everything that is under way with a process. */
    void failAll(int process, Throwable cause) {
        for (Transfer transfer : transfers.values()) {
            if (transfer.process() == process) {
                transfer.failed(cause);
            }
        }
    }

    /** Whether an endpoint of this process has a step to do for one of its transfers. */
    boolean hasSteps(int endpoint) {
        for (Transfer transfer : transfers.values()) {
            if (transfer instanceof LargeOperation operation
                    && operation.isDriven()
                    && operation.endpoint() == endpoint) {
                return true;
            }
        }
        return false;
    }

    /** Whether something is under way with a process. */
    boolean hasAny(int process) {
        for (Transfer transfer : transfers.values()) {
            if (transfer.process() == process) {
                return true;
            }
        }
        return false;
    }

    /** How many transfers are under way. */
    int size() {
        return transfers.size();
    }
}
