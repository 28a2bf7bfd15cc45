package org.sennit.qmp;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** A call that was refused, with its status: thrown inside, and by the constructors of the object style. */
final class RefusedCall extends SennitException {
    private static final long serialVersionUID = 1L;

    /** Never null or SUCCESS. */
    private final QmpStatus status;

    RefusedCall(QmpStatus status, String message) {
        super(errorClass(status), message);
        this.status = status;
    }

    private static ErrorClass errorClass(QmpStatus status) {
        return switch (status) {
            case BAD_MEMORY -> ErrorClass.BUFFER;
            case MEMSIZE_ERR, MEMSIZE_TOOBIG -> ErrorClass.COUNT;
            case NODE_OUTRANGE -> ErrorClass.RANK;
            case NOMEM_ERR -> ErrorClass.NO_MEM;
            case BAD_MESSAGE, INVALID_OP -> ErrorClass.REQUEST;
            default -> ErrorClass.ARG;
        };
    }

    /**
     * Returns the status of an error of the layer below.
     *
     * @throws SennitException the same error, when it is the end of the job, which no status can tell
     */
    static QmpStatus statusOf(SennitException error) {
        if (error instanceof RefusedCall refusal) {
            return refusal.status;
        }
        return switch (error.errorClass()) {
            case BUFFER -> QmpStatus.BAD_MEMORY;
            case COUNT -> QmpStatus.MEMSIZE_TOOBIG;
            case TRUNCATE -> QmpStatus.BAD_MESSAGE;
            case RANK -> QmpStatus.NODE_OUTRANGE;
            case REQUEST, COMM -> QmpStatus.INVALID_OP;
            case NO_MEM -> QmpStatus.NOMEM_ERR;
            case UNSUPPORTED -> QmpStatus.NOTSUPPORTED;
            case TIMEOUT -> QmpStatus.TIMEOUT;
            case DIMS, TOPOLOGY -> QmpStatus.INVALID_TOPOLOGY;
            case ARG, TYPE, TAG, ROOT, GROUP, NOT_SAME -> QmpStatus.INVALID_ARG;
            case OP -> QmpStatus.ERROR;
            default -> throw error;
        };
    }
}
