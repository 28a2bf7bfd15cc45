package org.sennit.lapi;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A call that was refused or ended early, with LAPI's return code. Nothing has been sent and no counter has moved,
 * unless the status is {@link LapiStatus#TGT_PURGED}.
 */
public final class LapiException extends SennitException {
    private static final long serialVersionUID = 1L;

    /** Never null, never SUCCESS. */
    private final LapiStatus status;

    LapiException(LapiStatus status, String operation, String details) {
        super(errorClass(status), operation + ": " + status.text() + (details.isEmpty() ? "" : ": " + details));
        this.status = status;
    }

    /**
     * Returns the code that LAPI's call would have returned.
     *
     * @return never SUCCESS
     */
    public LapiStatus status() {
        return status;
    }

    /** Returns whether a target vector is wrong. */
    boolean isOfVector() {
        return status.compareTo(LapiStatus.STRIDE_TGT_VEC_ADDR_NULL) >= 0
                && status.compareTo(LapiStatus.VEC_LEN_DIFF) <= 0;
    }

    private static ErrorClass errorClass(LapiStatus status) {
        return switch (status) {
            case TGT -> ErrorClass.RANK;
            case TGT_PURGED -> ErrorClass.PROC_FAILED;
            case HNDL_INVALID -> ErrorClass.COMM;
            case ORG_ADDR_NULL, ORG_VEC_ADDR, STRIDE_ORG_VEC_ADDR_NULL -> ErrorClass.BUFFER;
            case DATA_LEN, ORG_EXTENT, ORG_VEC_LEN, UHDR_LEN, HDR_LEN -> ErrorClass.COUNT;
            case RMW_OP -> ErrorClass.OP;
            default -> ErrorClass.ARG;
        };
    }
}
