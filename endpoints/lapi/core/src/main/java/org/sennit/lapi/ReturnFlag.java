package org.sennit.lapi;

/** The execution of a message's completion handler. (ret_flags of the return information) */
public enum ReturnFlag {
    /** In a virtual thread of its own. (LAPI_NORMAL) */
    NORMAL,

    /**
     * Inline, in the thread that has written the last of the data, at once: for a handler that is short, does not
     * block, and uses local state alone, without a call that sends or waits. One at a time with the header handlers of
     * the task. (LAPI_LOCAL_STATE)
     */
    LOCAL_STATE,

    /**
     * As NORMAL, for a handler that replies: it may send to the origin of its message alone, and operations with other
     * tasks are refused with {@link LapiStatus#INVALID_SEND_REPLY_TGT}. (LAPI_SEND_REPLY)
     */
    SEND_REPLY
}
