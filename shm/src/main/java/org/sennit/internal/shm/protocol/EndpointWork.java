package org.sennit.internal.shm.protocol;

import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.internal.shm.match.MatchQueue;

/**
 * The work of an endpoint inside its JVM: drain and match, then continue the large messages that have matched, or help
 * with those that it has sent. Belongs to the thread that drives the endpoint, as its parts do.
 *
 * @param transfers the transfers under way
 */
public record EndpointWork(MatchQueue queue, ActiveTransfers transfers) implements WorkSource {
    @Override
    public int doWork() {
        int matched = queue.doWork();
        return matched + transfers.doWork();
    }

    @Override
    public boolean hasWork() {
        return queue.hasWork() || transfers.hasWork();
    }
}
