package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.message.Request;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.VirtualConnection;

/**
 * What a persistent send keeps from start to start for its messages to another process, so that a start allocates nothing:
 * the sending side of a transfer that the network module moves, and that of one whose data the device sends.
 *
 * <pre>
 *            start                    the last byte, DONE or a failure: the request is complete
 *   IDLE -----------> UNDER WAY -----------------------------------------------------------------> ENDED
 *     ^                                                                                              |
 *     +----- no thread is inside the module, no step is registered, no DATA is with the network -----+
 * </pre>
 *
 * <p>Used again when IDLE only. One that is ENDED when its request is started again is left to those that still hold it, and
 * replaced; where the device sends the data, by the one of the start before if that is IDLE by now. Each message has an id of its
 * own, so a packet, or a failure of the connection, that is about an earlier message finds nothing.
 *
 * <p>Belongs to the thread that starts the request.
 */
public final class PersistentTransfer {
    private final Request request;
    private LargeSend large; // null: no message has been moved by a network module
    private SendOperation operation;
    private RendezvousSend data; // null: no message has been sent as DATA
    private RendezvousSend otherData; // of the start before; null: one has been enough
    private boolean waitsForReceiver;

    /**
     * Makes one that has moved nothing.
     *
     * @param request active before each start; completed by the transfer
     */
    public PersistentTransfer(Request request) {
        this.request = request;
    }

    /**
     * Returns the request.
     *
     * @return the persistent request
     */
    public Request request() {
        return request;
    }

    /**
     * Returns whether the message that is under way waits for its receive.
     *
     * @return false while it waits for nothing but the network
     */
    public boolean waitsForReceiver() {
        return waitsForReceiver;
    }

    /** The message goes eagerly, when the network takes it. */
    public void goesEagerly() {
        waitsForReceiver = false;
    }

    /** Starts a message that a network module moves. */
    Request start(RendezvousSender sender, VirtualConnection vc, LargeMessageTransfer by, OutgoingMessage m) {
        waitsForReceiver = true;
        if (large == null) {
            large = new LargeSend(sender.progress(), request);
        }
        SendOperation idle = operation;
        if (idle == null || !idle.isIdle()) {
            idle = sender.newOperation();
            operation = idle;
        }
        idle.start(large, vc, by, m);
        return request;
    }

    /** Returns the sending side for a message whose data the device sends. */
    RendezvousSend data(RendezvousSender sender) {
        waitsForReceiver = true;
        RendezvousSend last = data;
        if (last == null || !last.isIdle()) {
            data = otherData != null && otherData.isIdle() ? otherData : sender.newDataSend(request);
            otherData = last;
        }
        return data;
    }
}
