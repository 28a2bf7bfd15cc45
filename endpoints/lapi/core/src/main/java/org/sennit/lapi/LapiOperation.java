package org.sennit.lapi;

/** The kinds of operations. (lapi_xfer_type_t) */
public enum LapiOperation {
    /** {@link Lapi#amsend}. (LAPI_AM_XFER) */
    AMSEND("amsend"),
    /** {@link Lapi#amsendv}. (LAPI_AMV_XFER) */
    AMSENDV("amsendv"),
    /** {@link Lapi#put}. (LAPI_PUT_XFER) */
    PUT("put"),
    /** {@link Lapi#putv}. (LAPI_PUTV_XFER) */
    PUTV("putv"),
    /** {@link Lapi#get}. (LAPI_GET_XFER) */
    GET("get"),
    /** {@link Lapi#getv}. (LAPI_GETV_XFER) */
    GETV("getv"),
    /** {@link Lapi#rmw} and {@link Lapi#rmw64}. (LAPI_RMW_XFER) */
    RMW("rmw"),
    /** {@link XferCommand.AmLw}. (LAPI_AM_LW_XFER) */
    AM_LW("xfer"),
    /** {@link XferCommand.Multicast}. (LAPI_MC_XFER) */
    MULTICAST("xfer"),
    /** {@link XferCommand.Dgsp}. (LAPI_DGSP_XFER) */
    DGSP("xfer"),
    /** {@link XferCommand.Rdma}. (LAPI_RDMA_XFER) */
    RDMA("xfer");

    private final String call;

    LapiOperation(String call) {
        this.call = call;
    }

    /** Returns the call that starts the operation, as the program writes it. */
    String call() {
        return call;
    }
}
