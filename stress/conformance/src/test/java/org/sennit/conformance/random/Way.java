package org.sennit.conformance.random;

/** How a send or a receive is called. */
enum Way {
    /** One blocking call. */
    BLOCKING,
    /** A request, completed later. */
    NONBLOCKING,
    /** A persistent request, made once and started in each round. */
    PERSISTENT,
    /** A request made into a future. */
    FUTURE,
    /** As one half of a call that sends and receives; all ranks make it before anything else. */
    EXCHANGE,
    /** A receive after a blocking probe with the same wildcards, of the message that the probe has named. */
    PROBED,
    /** A matched probe, then the receive of its message, at once or later. */
    MATCHED,
    /** Matched probes that do not block until one has found a message, then its receive. */
    POLLED,
    /** A receive that is cancelled at once, and posted again where it had not been matched yet. */
    CANCELLED
}
