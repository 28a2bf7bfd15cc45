package org.sennit.internal.endpoints.device.observation;

/** A step of an endpoint in a call, in the order in which a call with several of them takes them. */
public enum CallStep {
    /** Posts a receive. */
    POST,
    /** Sends a message, or starts to. */
    SEND,
    /** Waits. */
    WAIT,
    /** Takes part in a collective operation; messages inside it are the library's own. */
    COLLECTIVE
}
