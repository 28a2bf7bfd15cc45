package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;

/**
 * Null mode: the device itself sends the bytes of a large message, as DATA packets, once CTS has arrived. For
 * connections whose network module has no transfer of its own, and for empty synchronous messages.
 */
final class NullMode implements LargeMessageTransfer {
    /** Without state: what belongs to a message is kept with its operation. */
    static final NullMode INSTANCE = new NullMode();

    private NullMode() {}

    @Override
    public void initiate(LargeMessageOperation operation) {
        operation.sendRequestToSend(null);
    }

    @Override
    public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
        operation.sendClearToSend(null);
    }

    @Override
    public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
        SendOperation send = (SendOperation) operation;
        DataSend data = DataSend.of(send);
        if (data == null) {
            data = new DataSend(send);
            send.keep(data);
        }
        data.start();
    }

    @Override
    public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {
        throw new IllegalArgumentException("a cookie for a message that goes as DATA");
    }

    @Override
    public void doneSend(LargeMessageOperation operation) {
        operation.complete();
    }

    @Override
    public void doneReceive(LargeMessageOperation operation) {
        ((ReceiveOperation) operation).end(new SenderLostException(), false); // the data that is missing will not come
    }

    @Override
    public void abandoned(LargeMessageOperation operation) {} // the network ends what it holds; late DATA finds nothing
}
