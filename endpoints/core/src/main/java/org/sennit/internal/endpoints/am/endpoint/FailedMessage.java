package org.sennit.internal.endpoints.am.endpoint;

import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.SennitException;

/**
 * A message that has failed, for the counters that it would have moved. Immutable.
 *
 * @param cause what waits for the counters throw, unless the target has been purged since the message began
 * @param target null where no purge concerns the message any more
 * @param purges the target's number in {@link PurgedTargets} when the message began
 */
public record FailedMessage(SennitException cause, Peer target, int purges) {
    static FailedMessage of(SennitException cause) {
        return new FailedMessage(cause, null, 0);
    }
}
