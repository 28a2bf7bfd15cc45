package org.sennit.internal.net.flow;

import org.sennit.spi.network.NetworkSend;

/**
 * One payload that is sent from its sender's memory, over all of its frames. The operation may be used for another one
 * as soon as this one has ended, while frames of this one are still kept. Used with the loop held.
 */
public final class GatheredPayload {
    // the resend buffer's: the frames that it keeps of it, and its list of those that are free
    int frames;
    GatheredPayload next;

    private NetworkSend operation;
    private boolean isLost;
    private RuntimeException obstacle;

    GatheredPayload() {}

    /** Begins a payload of which nothing has been sent. */
    void begin(NetworkSend of) {
        operation = of;
        isLost = false;
        obstacle = null;
    }

    /** Releases the operation and its memory. */
    void end() {
        operation = null;
        obstacle = null;
    }

    public NetworkSend operation() {
        return operation;
    }

    /** Returns whether {@link #setLost} has been called: the memory is gone, so that the operation has failed. */
    public boolean isLost() {
        return isLost;
    }

    /** Notes that the memory has gone. */
    public void setLost() {
        isLost = true;
    }

    /**
     * Returns the reason for which the system could not read its memory when a frame of it was written:
     * it must not be written again.
     *
     * @return the cause; null as long as all is well
     */
    public RuntimeException obstacle() {
        return obstacle;
    }

    /**
     * Records that the system cannot read its memory.
     *
     * @param cause what it has said
     */
    public void setObstacle(RuntimeException cause) {
        obstacle = cause;
    }
}
