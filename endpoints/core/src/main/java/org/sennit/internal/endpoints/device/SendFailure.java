package org.sennit.internal.endpoints.device;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The error of a send to another process, and the text that names the send. */
final class SendFailure {
    private SendFailure() {}

    /** The receiver has said that it has not received the message: no connection is lost. */
    static final class NotReceivedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        NotReceivedException(String text) {
            super(text);
        }
    }

    /** BUFFER when the sender's memory is lost (an IllegalStateException), else PROC_FAILED. */
    static SennitException of(int rank, int peer, int tag, Object communicator, long lengthBytes, Throwable cause) {
        String what = describe(rank, peer, tag, communicator, lengthBytes) + " cause=" + cause.getMessage();
        if (cause instanceof NotReceivedException) {
            return new SennitException(ErrorClass.PROC_FAILED, "the peer has not received the message: " + what);
        }
        boolean isMemory = cause instanceof IllegalStateException;
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED,
                (isMemory ? SenderLostException.TEXT : "the peer is lost") + ": " + what,
                cause);
    }

    static String describe(int rank, int peer, int tag, Object communicator, long lengthBytes) {
        return "operation=send rank=" + rank + " peer=" + peer + " tag=" + tag + " communicator=" + communicator
                + " length=" + lengthBytes;
    }
}
