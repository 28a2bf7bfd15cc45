package org.sennit.endpoints.device;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The large transfers of this process that are under way with other processes, by the ids that travel in packets. An
 * id is used once, so a late packet finds nothing instead of somebody else's transfer. Any thread may call.
 */
final class TransferTable {
    private final AtomicLong nextId = new AtomicLong(1);
    private final ConcurrentHashMap<Long, Object> transfers = new ConcurrentHashMap<>();

    long add(Object transfer) {
        long id = nextId.getAndIncrement();
        transfers.put(id, transfer);
        return id;
    }

    RendezvousSend sendOf(long id) {
        return transfers.get(id) instanceof RendezvousSend send ? send : null;
    }

    IncomingTransfer receiveOf(long id) {
        return transfers.get(id) instanceof IncomingTransfer receive ? receive : null;
    }

    void remove(long id) {
        transfers.remove(id);
    }

    /** Fails everything that is under way with a process. */
    void failAll(int process, Throwable cause) {
        for (Object transfer : transfers.values()) {
            if (transfer instanceof RendezvousSend send && send.process() == process) {
                send.failed(cause);
            } else if (transfer instanceof IncomingTransfer receive && receive.process() == process) {
                receive.failed(cause);
            }
        }
    }
}
