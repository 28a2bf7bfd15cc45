package org.sennit.internal.endpoints.device.failure;

import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * An eager message that was lost in its middle. It keeps its place in the order of messages, and the receive that it
 * matches fails with the cause.
 *
 * @param cause the loss of the sender's memory ({@link MemoryLoss#is}), else why the peer is lost
 */
public record LostMessage(Throwable cause) implements PayloadSource {
    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        receive.fail(sourceRank, tag, failure(receive, sourceRank, tag, lengthBytes, 0, cause));
    }

    @Override
    public void discard(long lengthBytes) {}
    /**
     * Makes the error of a receive whose message has been lost.
     *
     * @param sourceRank the sender's rank
     * @param lengthBytes the length of the message in bytes
     * @param receivedBytes the number of bytes that have come
     * @param cause what has happened
     */
    public static SennitException failure(
            ReceiveRequest receive, int sourceRank, int tag, long lengthBytes, long receivedBytes, Throwable cause) {
        boolean isMemory = MemoryLoss.is(cause);
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED,
                (isMemory ? cause.getMessage() : "the peer is lost") + ": " + receive.describe(sourceRank, tag)
                        + " length=" + lengthBytes + " received=" + receivedBytes
                        + (isMemory ? "" : " cause=" + cause.getMessage()),
                cause);
    }
}
