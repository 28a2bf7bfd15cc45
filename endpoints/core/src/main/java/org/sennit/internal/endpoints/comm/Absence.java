package org.sennit.internal.endpoints.comm;

/** What an endpoint does not do on a communicator because of a failure. The order is that of the wire. */
public enum Absence {
    /** It has it, and no failure is known there; or it is not decided whether it gets it. */
    NONE,
    /** It takes no part in the calls of all members. */
    CALLS,
    /** It does not have the communicator, and will not. */
    WHOLE
}
