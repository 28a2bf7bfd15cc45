package org.sennit.internal.endpoints.am.endpoint;

/**
 * A message to an endpoint of this process whose completion handler has not returned, and that a counter of its origin
 * follows.
 */
final class AwaitedCompletion {
    private final EndpointScope target;
    private final SentEvents events;

    AwaitedCompletion(EndpointScope target, SentEvents events) {
        this.target = target;
        this.events = events;
    }

    EndpointScope target() {
        return target;
    }

    SentEvents events() {
        return events;
    }
}
