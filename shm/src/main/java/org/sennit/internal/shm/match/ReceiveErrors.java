package org.sennit.internal.shm.match;

import org.sennit.internal.runtime.error.FailureScope;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The errors with which receives end. */
final class ReceiveErrors {
    private ReceiveErrors() {}

    /** Returns the error of a sender and a receive that do not agree about the types. */
    static SennitException types(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes, int sent) {
        DataLayout types = receive.posting().types;
        String received = types == null ? DataLayout.typeOf(receive.signature()) : types.toString();
        return new SennitException(
                ErrorClass.TYPE,
                "types do not agree: sent " + DataLayout.describeSignature(sent, lengthBytes) + ", received as "
                        + received + ": " + receive.describe(sourceRank, messageTag) + " length=" + lengthBytes
                        + " capacity=" + receive.capacityBytes());
    }

    /** Returns the error of a message that is longer than the receive's memory. */
    static SennitException truncated(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes) {
        return new SennitException(
                ErrorClass.TRUNCATE,
                "message longer than its receive: " + receive.describe(sourceRank, messageTag) + " length="
                        + lengthBytes + " capacity=" + receive.capacityBytes());
    }

    /** Returns the error of a receive that no sender can complete any more. */
    static SennitException peerFailed(ReceiveRequest receive, Posting posting, FailureScope scope, Throwable cause) {
        return new SennitException(
                ErrorClass.PROC_FAILED,
                "the peer has failed: " + receive.describe(posting.keySource, posting.keyTag) + " failed="
                        + scope.failedRank(posting.keySource) + " capacity=" + posting.capacityBytes + " cause="
                        + cause.getMessage(),
                cause);
    }

    /** Returns the error of a receive whose memory cannot be written when the message has arrived. */
    static SennitException memoryGone(String what, Throwable cause) {
        return new SennitException(
                ErrorClass.BUFFER, "the receiver's memory cannot be written " + MemoryLoss.REASON + ": " + what, cause);
    }
}
