package org.sennit.internal.endpoints.device.rendezvous;

import java.util.ArrayDeque;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.Request;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.VirtualConnection;

/**
 * Sends an endpoint's large messages to other processes: announced by RTS, then moved by the network module or by
 * {@link NullMode}. Belongs to the thread that drives the endpoint.
 */
public final class RendezvousSender {
    /** Most operations kept for reuse: rule of thumb, not measured, that more are rarely under way at once. */
    private static final int KEPT = 64;

    private final int endpoint;
    private final ProgressEngine progress;
    private final TransferTable transfers;
    private final boolean isShared;
    private final SentMessages sent;
    private final ArrayDeque<SendOperation> idle = new ArrayDeque<>(2);
    private final LargeSend blocking; // for blocking calls, one at a time
    private final ArrayDeque<LargeSend> inactive = new ArrayDeque<>(2); // for the others; filled by reuse only

    /**
     * Makes a rendezvous sender.
     *
     * @param progress moves the endpoint on
     * @param transfers the transfers under way
     * @param isShared whether several threads use the endpoint
     * @param sent counts messages
     */
    public RendezvousSender(
            int endpoint, ProgressEngine progress, TransferTable transfers, boolean isShared, SentMessages sent) {
        this.endpoint = endpoint;
        this.progress = progress;
        this.transfers = transfers;
        this.isShared = isShared;
        this.sent = sent;
        this.blocking = new LargeSend(progress);
    }

    /**
     * Announces a message; blocking calls share one reusable request.
     *
     * @param isBlocking whether the caller waits for completion
     * @param persistent the state kept by a persistent request; null: not persistent
     * @return the request; null when the send is complete
     */
    public Request start(VirtualConnection vc, OutgoingMessage m, boolean isBlocking, PersistentTransfer persistent) {
        if (MemoryViews.isConfined(m.memory)) {
            m.stage();
        }
        sent.rendezvous(m.lengthBytes);
        LargeMessageTransfer own = m.lengthBytes == 0 ? null : vc.largeMessages();
        LargeMessageTransfer transfer = own == null ? NullMode.INSTANCE : own;
        if (persistent != null) {
            return persistent.start(this, vc, transfer, m);
        }
        LargeSend request = isBlocking && !isShared && blocking.isInactive() ? blocking : inactive.poll();
        if (request == null) {
            request = new LargeSend(progress);
        }
        SendOperation operation = isShared ? null : idle.poll();
        if (operation == null) {
            operation = newOperation();
        }
        operation.start(request, vc, transfer, m);
        return request;
    }

    /**
     * Takes back the request of a send that was successful and that no other code knows; another kind of request is
     * left alone, and where several threads use the endpoint each. Called by the thread that started it.
     */
    public void reuse(Request send) {
        if (!isShared && send instanceof LargeSend large && large.isInactive() && inactive.size() < KEPT) {
            large.forget(); // a closed communicator is not kept
            inactive.push(large);
        }
    }

    /** Returns whether operations are used again. */
    boolean isKeeping() {
        return !isShared;
    }

    /** Returns a fresh sending side. */
    SendOperation newOperation() {
        return new SendOperation(this, transfers, endpoint);
    }

    /** Takes back an operation that is complete. Called by a thread of the endpoint. */
    void recycle(SendOperation operation) {
        if (!isShared && operation.isIdle() && idle.size() < KEPT) {
            operation.forget();
            SendOperation first = idle.peekFirst();
            if (first == null || !first.hasRooms()) {
                idle.addFirst(operation);
            } else { // of those that wait for messages the first one alone keeps memory
                operation.dropRooms();
                idle.addLast(operation);
            }
        }
    }

    /** Blocks until the large messages that the endpoint helps to move are complete, or their peers are lost. */
    public void finishSteps() {
        if (transfers.hasSteps(endpoint)) {
            progress.await(() -> !transfers.hasSteps(endpoint), Long.MAX_VALUE);
        }
    }

    /** Returns the progress of the endpoint. */
    public ProgressEngine progress() {
        return progress;
    }
}
