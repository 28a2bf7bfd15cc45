package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The error of a send to another process. */
public final class SendFailure {
    private SendFailure() {}

    /** The receiver has reported that it did not receive the message; no connection is lost. */
    static final class NotReceivedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        NotReceivedException(String text) {
            super(text);
        }
    }

    /**
     * Returns the error: BUFFER when the sender's memory is lost ({@link MemoryLoss#is}), else PROC_FAILED.
     *
     * @param cause what has happened
     */
    public static SennitException of(RemoteSend send, Throwable cause) {
        String what = send + " cause=" + cause.getMessage();
        if (cause instanceof NotReceivedException) {
            return new SennitException(ErrorClass.PROC_FAILED, "the peer has not received the message: " + what);
        }
        boolean isMemory = MemoryLoss.is(cause);
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED,
                (isMemory ? SenderLostException.TEXT : "the peer is lost") + ": " + what,
                cause);
    }
}
