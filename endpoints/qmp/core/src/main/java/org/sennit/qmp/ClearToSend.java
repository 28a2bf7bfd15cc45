package org.sennit.qmp;

/** Whether the memory of a receive may be overwritten before its start. (QMP_clear_to_send_t, QMP 2.5) */
public enum ClearToSend {
    /** The receive is gated by its start alone: the initial state. */
    DISABLED(-1),
    /** The memory is not to be overwritten before the start. */
    NOT_READY(0),
    /** The memory may be overwritten from now on; for the next start only. */
    READY(1);

    private final int code;

    ClearToSend(int code) {
        this.code = code;
    }

    /**
     * Returns the number.
     *
     * @return −1 to 1
     */
    public int code() {
        return code;
    }
}
