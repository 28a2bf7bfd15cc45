package org.sennit.internal.endpoints.device;

import org.sennit.internal.runtime.trace.CallPrefix;

/** The mode of a send: when it is complete, and what it may rely on. (MPI 4.1, section 3.4) */
public enum SendMode {
    /** Complete when the memory may be reused. */
    STANDARD("send"),
    /** Complete when the message has been received: a receive has matched it. */
    SYNCHRONOUS("sendSynchronous"),
    /** Complete when the message has been copied to the attached buffer. */
    BUFFERED("sendBuffered"),
    /** Like standard; the caller promises that the receive has been posted. */
    READY("sendReady");

    private final String operation;
    private final String nonblocking;
    private final String persistent;

    SendMode(String operation) {
        this.operation = operation;
        this.nonblocking = CallPrefix.NONBLOCKING + operation;
        this.persistent = CallPrefix.PERSISTENT + operation;
    }

    /** Returns the name of the blocking call, as in error texts. */
    public String blocking() {
        return operation;
    }

    /** Returns the name of the nonblocking call, as in error texts. */
    public String nonblocking() {
        return nonblocking;
    }

    /** Returns the name of the call that makes a persistent request, as in error texts. */
    public String persistent() {
        return persistent;
    }
}
