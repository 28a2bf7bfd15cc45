package org.sennit.lapi;

/** Which way the bytes of an {@link XferCommand.Rdma} go. (the operation of LAPI_RDMA_XFER) */
public enum RdmaDirection {
    /** From memory of the caller to memory of the target. */
    PUT,
    /** From memory of the target to memory of the caller. */
    GET
}
