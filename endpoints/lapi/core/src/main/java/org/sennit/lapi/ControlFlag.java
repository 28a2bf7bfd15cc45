package org.sennit.lapi;

/** The treatment of a message's data. (ctl_flags of the return information) */
public enum ControlFlag {
    /** It is written to the vector that the header handler returns. (LAPI_DELIVER_MSG) */
    DELIVER_MSG,

    /**
     * It is dropped, whatever the header handler returns, as the handler has read it, or no one wants it. The completion handler runs, and
     * the counters move. (LAPI_BURY_MSG)
     */
    BURY_MSG
}
