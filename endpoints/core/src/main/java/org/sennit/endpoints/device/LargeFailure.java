package org.sennit.endpoints.device;

import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.message.PacketDescriptor;
import org.sennit.shm.match.ReceiveRequest;

/** What the user is told when a large message that a network module moves has failed. */
final class LargeFailure {
    private LargeFailure() {}

    /** What DONE with a status other than 0 means at the receiver. */
    static Throwable toldReceiver(short status) {
        return status == PacketDescriptor.SENDER_LOST
                ? new SenderLostException()
                : new NotMovedException("sender", status);
    }

    /** What DONE with a status other than 0 means at the sender. */
    static Throwable toldSender(short status) {
        if (status == PacketDescriptor.REFUSED) {
            return new IllegalArgumentException(
                    "the receiver has ended, or given up the call, without receiving the message");
        }
        return status == PacketDescriptor.RECEIVER_LOST
                ? new IllegalArgumentException("the receiver could not take the data, status=" + status)
                : new NotMovedException("receiver", status);
    }

    static SennitException ofSend(int rank, int peer, int tag, Object communicator, long lengthBytes, Throwable cause) {
        return cause instanceof IllegalStateException
                        || cause instanceof IllegalArgumentException
                        || cause instanceof SennitException
                ? EagerSend.failure(rank, peer, tag, communicator, lengthBytes, cause)
                : notMoved(EagerSend.describe(rank, peer, tag, communicator, lengthBytes), cause);
    }

    static SennitException ofReceive(ReceiveRequest receive, int source, int tag, long lengthBytes, Throwable cause) {
        if (cause instanceof SenderLostException || cause instanceof SennitException) {
            return LostMessage.failure(receive, source, tag, lengthBytes, 0, cause);
        }
        String what = receive.describe(source, tag) + " length=" + lengthBytes;
        return cause instanceof IllegalStateException
                ? new SennitException(
                        ErrorClass.BUFFER,
                        "the receiver's memory cannot be written (its arena is closed): " + what,
                        cause)
                : notMoved(what, cause);
    }

    private static SennitException notMoved(String what, Throwable cause) {
        return new SennitException(
                ErrorClass.INTERN, "the network module could not move the message: " + what + " cause=" + cause, cause);
    }

    /** The other side could not move its part. */
    private static final class NotMovedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotMovedException(String side, short status) {
            super("the " + side + " could not move it, status=" + status);
        }
    }
}
