package org.sennit.contract.local;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.LargeMessageOperation;

/** Get mode: the receiver reads the sender's memory after RTS and then sends DONE; there is no CTS. */
public final class GetTransfer extends TestTransfer {
    /**
     * Makes the transfer of one process.
     *
     * @param network where memory is shared
     * @param cookieBytes the length of its cookies
     */
    public GetTransfer(LocalNetwork network, int cookieBytes) {
        super(network, cookieBytes);
    }

    @Override
    public void initiate(LargeMessageOperation operation) {
        withCookie(share(operation), operation::sendRequestToSend);
    }

    @Override
    public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
        operation.drive(new Mover(operation, keyOf(senderCookie)));
    }

    @Override
    public void doneSend(LargeMessageOperation operation) {
        unshare(operation);
        operation.complete();
    }
}
