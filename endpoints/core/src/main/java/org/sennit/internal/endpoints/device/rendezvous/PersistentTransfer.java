package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.message.Request;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.VirtualConnection;

/**
 * The state that a persistent send to another process keeps between starts, so that a start allocates nothing.
 *
 * <pre>
 *            start                    the last byte, DONE or a failure: the request is complete
 *   IDLE -----------> UNDER WAY -----------------------------------------------------------------> ENDED
 *     ^                                                                                              |
 *     +----- no thread is inside the module, no step is registered, no DATA is with the network -----+
 * </pre>
 *
 * <p>Reused only when IDLE. A sending side that is still ENDED at the next start is left to the threads that hold it,
 * and replaced: by the one of the previous start, if that is IDLE. Each message has an id of its own, so a
 * late packet or connection failure of an earlier message finds nothing.
 *
 * <p>Belongs to the thread that starts the request.
 */
public final class PersistentTransfer {
    private final Request request;
    private LargeSend large; // null: no large message so far
    private SendOperation operation;
    private SendOperation other; // of the start before; null: not needed so far
    private boolean waitsForReceiver;

    /**
     * Makes the state of a request that has not been started.
     *
     * @param request active before each start; completed by the transfer
     */
    public PersistentTransfer(Request request) {
        this.request = request;
    }

    /** Returns the request. */
    public Request request() {
        return request;
    }

    /** Returns whether the message under way waits for its receive; false while it waits only for the network. */
    public boolean waitsForReceiver() {
        return waitsForReceiver;
    }

    /** Notes that the message is sent eagerly. */
    public void goesEagerly() {
        waitsForReceiver = false;
    }

    /** Starts a large message. */
    Request start(RendezvousSender sender, VirtualConnection vc, LargeMessageTransfer by, OutgoingMessage m) {
        waitsForReceiver = true;
        if (large == null) {
            large = new LargeSend(sender.progress(), request);
        }
        idle(sender).start(large, vc, by, m);
        return request;
    }

    private SendOperation idle(RendezvousSender sender) {
        SendOperation last = operation;
        if (last == null || !last.isIdle()) {
            operation = other != null && other.isIdle() ? other : sender.newOperation();
            other = last;
        }
        return operation;
    }
}
