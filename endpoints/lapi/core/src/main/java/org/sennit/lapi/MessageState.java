package org.sennit.lapi;

/** Why {@link Lapi#msgpoll} has returned. (lapi_msg_state_t) */
public enum MessageState {
    /** All rounds have been made, and no message has ended. (LAPI_DISP_CNTR) */
    DISP_CNTR,
    /**
     * A message or an operation of this task has been sent, so that its memory may be changed, or has failed.
     * (LAPI_SEND_COMPLETE)
     */
    SEND_COMPLETE,
    /** A message to this task is complete, or data that it gets has arrived. (LAPI_RECV_COMPLETE) */
    RECV_COMPLETE,
    /** Both. (LAPI_BOTH_COMPLETE) */
    BOTH_COMPLETE,
    /**
     * Nothing has been done: another thread is in this call, or the caller is in a callback that this call has run.
     * (LAPI_POLLING_NET)
     */
    POLLING_NET
}
