package org.sennit.internal.endpoints.device.peer;

import org.sennit.message.Request;
import org.sennit.spi.progress.Progress;

/** A request that was complete when it was made: its message has already been copied, or its peer is MPI_PROC_NULL. */
public final class CompletedRequest extends Request {
    private CompletedRequest(Progress progress) {
        super(progress);
    }

    /**
     * Makes one.
     *
     * @param progress of the endpoint
     * @param source the peer's rank
     * @return a complete request whose outcome is still to be taken
     */
    public static Request of(Progress progress, int source, int tag, long countBytes) {
        CompletedRequest request = new CompletedRequest(progress);
        request.activate();
        request.completeOwn(source, tag, countBytes);
        return request;
    }

    @Override
    public String toString() {
        return "send or receive(peer=" + peer() + " tag=" + messageTag() + ", complete when it was started)";
    }
}
