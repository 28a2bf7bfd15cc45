package org.sennit.lapi;

/** The kinds of operations. (lapi_xfer_type_t) */
public enum LapiOperation {
    /** {@link Lapi#amsend}. (LAPI_AM_XFER) */
    AMSEND,
    /** {@link Lapi#amsendv}. (LAPI_AMV_XFER) */
    AMSENDV,
    /** {@link Lapi#put}. (LAPI_PUT_XFER) */
    PUT,
    /** {@link Lapi#putv}. (LAPI_PUTV_XFER) */
    PUTV,
    /** {@link Lapi#get}. (LAPI_GET_XFER) */
    GET,
    /** {@link Lapi#getv}. (LAPI_GETV_XFER) */
    GETV,
    /** {@link Lapi#rmw} and {@link Lapi#rmw64}. (LAPI_RMW_XFER) */
    RMW,
    /** {@link XferCommand.AmLw}. (LAPI_AM_LW_XFER) */
    AM_LW,
    /** {@link XferCommand.Multicast}. (LAPI_MC_XFER) */
    MULTICAST,
    /** {@link XferCommand.Dgsp}. (LAPI_DGSP_XFER) */
    DGSP
}
