package org.sennit.endpoints.device;

/** The memory of a message's sender is lost: what its receiver is told. */
final class SenderLostException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    SenderLostException() {
        super(IncomingTransfer.SENDER_LOST);
    }
}
