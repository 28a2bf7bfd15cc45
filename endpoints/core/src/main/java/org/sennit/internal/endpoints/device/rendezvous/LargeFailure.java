package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.internal.endpoints.device.failure.LostMessage;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PeerMemoryLostException;
import org.sennit.spi.packet.PacketDescriptor;

/** The errors of large messages, and their status codes between the two sides. */
final class LargeFailure {
    private LargeFailure() {}

    /** Returns the status sent to the receiver for a failure at the sender. */
    static short statusOfSend(Throwable why) {
        return status(why, PacketDescriptor.SENDER_LOST, PacketDescriptor.RECEIVER_LOST);
    }

    /** Returns the status sent to the sender for a failure at the receiver. */
    static short statusOfReceive(Throwable why) {
        return status(why, PacketDescriptor.RECEIVER_LOST, PacketDescriptor.SENDER_LOST);
    }

    private static short status(Throwable why, short ownLost, short peerLost) {
        if (MemoryLoss.is(why)) {
            return ownLost;
        }
        return why instanceof PeerMemoryLostException ? peerLost : PacketDescriptor.NOT_MOVED;
    }

    /** Returns the error at the receiver for DONE with a status other than 0. */
    static Throwable toldReceiver(short status) {
        return switch (status) {
            case PacketDescriptor.SENDER_LOST -> new SenderLostException();
            case PacketDescriptor.RECEIVER_LOST -> new IllegalStateException("the sender has found it closed");
            default -> new NotMovedException("sender", status);
        };
    }

    /** Returns the error at the sender for DONE with a status other than 0. */
    static Throwable toldSender(short status) {
        if (status == PacketDescriptor.REFUSED) {
            return new SendFailure.NotReceivedException(
                    "the receiver's program has ended, or given up the call, without receiving the message");
        }
        if (status == PacketDescriptor.RECEIVER_FAILED) {
            return new SendFailure.NotReceivedException(
                    "the receiver's program has failed without receiving the message");
        }
        return switch (status) {
            case PacketDescriptor.RECEIVER_LOST -> receiverLost();
            case PacketDescriptor.SENDER_LOST -> new SenderLostException();
            default -> new NotMovedException("receiver", status);
        };
    }

    private static Throwable receiverLost() {
        return new SendFailure.NotReceivedException("the receiver could not take the data: its memory is closed");
    }

    static SennitException ofSend(RemoteSend send, Throwable why) {
        Throwable cause = why instanceof PeerMemoryLostException ? receiverLost() : why;
        return MemoryLoss.is(cause) || cause instanceof IllegalArgumentException || cause instanceof SennitException
                ? SendFailure.of(send, cause)
                : notMoved(send.toString(), cause);
    }

    static SennitException ofReceive(
            ReceiveRequest receive, int source, int tag, long lengthBytes, long arrivedBytes, Throwable why) {
        Throwable cause = why instanceof PeerMemoryLostException ? new SenderLostException() : why;
        if (cause instanceof SenderLostException || cause instanceof SennitException) {
            return LostMessage.failure(receive, source, tag, lengthBytes, arrivedBytes, cause);
        }
        String what = receive.describe(source, tag) + " length=" + lengthBytes;
        return MemoryLoss.is(cause)
                ? new SennitException(
                        ErrorClass.BUFFER,
                        "the receiver's memory cannot be written (its arena is closed, it is confined to another"
                                + " thread, or its file has become shorter): " + what,
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
