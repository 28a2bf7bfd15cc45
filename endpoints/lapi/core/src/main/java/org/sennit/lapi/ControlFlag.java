package org.sennit.lapi;

/** The treatment of a message's data. (ctl_flags of the return information) */
public enum ControlFlag {
    /** It is written to the vector that the header handler returns. (LAPI_DELIVER_MSG) */
    DELIVER_MSG,

    /**
     * It is dropped, whatever the header handler returns, as the handler has read it, or no one wants it. The
     * completion handler runs, and the counters move. (LAPI_BURY_MSG)
     */
    BURY_MSG,

    /**
     * The message is to come again, since the handler cannot take it now: what else the handler has set and returned is
     * ignored, and it is called again for the same message, after a pause of at most a millisecond, until it decides
     * otherwise. Until then the counters do not move, but for the origin counter: the target keeps a copy of the data,
     * and a fence of the origin takes the data as arrived. With the completion handler all ends as usual; it runs in
     * the thread of the retries. (LAPI_DROP_MSG)
     */
    DROP_MSG
}
