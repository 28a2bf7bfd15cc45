package org.sennit.contract.local;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.LargeMessageOperation;

/** Put mode: the sender writes into the receiver's memory after CTS and then sends DONE. */
public final class PutTransfer extends TestTransfer {
    /**
     * Makes the transfer of one process.
     *
     * @param network where memory is shared
     * @param cookieBytes the length of its cookies
     */
    public PutTransfer(LocalNetwork network, int cookieBytes) {
        super(network, cookieBytes);
    }

    @Override
    public void initiate(LargeMessageOperation operation) {
        operation.sendRequestToSend(null);
    }

    @Override
    public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
        if (senderCookie != null) {
            throw new IllegalStateException("a cookie from nowhere");
        }
        withCookie(share(operation), operation::sendClearToSend);
    }

    @Override
    public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
        operation.drive(new Mover(operation, keyOf(receiverCookie)));
    }

    @Override
    public void doneReceive(LargeMessageOperation operation) {
        unshare(operation);
        operation.complete();
    }
}
