package org.sennit.internal.endpoints.am.endpoint;

import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.endpoints.device.peer.Peer;

/**
 * The targets that an endpoint has purged in one communicator. Each has a number: how often it has been purged and
 * resumed, odd while it is purged. A message that fails has been given up if the number is not the one with which it
 * began, whether the failure or the purge was noticed first. Any thread.
 */
final class PurgedTargets {
    /** Without those whose number is 0. */
    private final ConcurrentHashMap<Peer, Integer> numbers = new ConcurrentHashMap<>();

    void purge(Peer target) {
        numbers.merge(target, 1, (number, _) -> number | 1);
    }

    void resume(Peer target) {
        numbers.computeIfPresent(target, (_, number) -> number + (number & 1));
    }

    /** Returns whether there has been a purge: the cheap check before the others. */
    boolean isAny() {
        return !numbers.isEmpty();
    }

    /** Returns the number of a target, for {@link #isGivenUp}. */
    int numberOf(Peer target) {
        return numbers.isEmpty() ? 0 : numbers.getOrDefault(target, 0);
    }

    boolean isPurged(Peer target) {
        return (numberOf(target) & 1) != 0;
    }

    /** Returns whether a message is among those that a purge has given up. */
    boolean isGivenUp(FailedMessage message) {
        if (message.target() == null) {
            return false;
        }
        int number = numberOf(message.target());
        return (number & 1) != 0 || number != message.purges();
    }
}
