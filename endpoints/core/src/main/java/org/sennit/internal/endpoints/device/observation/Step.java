package org.sennit.internal.endpoints.device.observation;

/** What an endpoint does in a call, in the order in which a call that does several of them does them. */
public enum Step {
    /** Posts a receive. */
    POST,
    /** Sends a message, or starts to. */
    SEND,
    /** Waits. */
    WAIT,
    /** Takes part in a collective operation; messages inside it are the library's own. */
    COLLECTIVE
}
