package org.sennit.lapi;

import java.util.function.Consumer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Makes errors of what no call can return, for the error handler of this task. Any thread. */
final class Errors {
    private final Consumer<LapiError> handler;

    Errors(Consumer<LapiError> handler) {
        this.handler = handler;
    }

    void report(int origin, LapiOperation operation, LapiException error) {
        handler.accept(new LapiError(error.status(), operation, origin, error.getMessage(), null));
    }

    /** Reports an active message that has not been delivered as it was sent, or a handler that has thrown. */
    void failed(int origin, int number, SennitException error) {
        LapiOperation operation = HandlerNumbers.operationOf(number);
        if (error.getCause() instanceof LapiException known && (!runsUserCode(number) || known.isOfVector())) {
            report(origin, operation, known);
        } else {
            LapiStatus status = statusOf(number, error);
            Throwable cause = status == LapiStatus.HANDLER_FAILED ? error.getCause() : null;
            String index = HandlerNumbers.isOfUser(number) ? "index=" + HandlerNumbers.indexOf(number) + " " : "";
            handler.accept(new LapiError(status, operation, origin, index + error.getMessage(), cause));
        }
    }

    /** Returns whether a handler runs code of the user, which may throw what calls of its own have thrown. */
    private static boolean runsUserCode(int number) {
        return HandlerNumbers.isOfUser(number) || number == HandlerNumbers.LIGHTWEIGHT;
    }

    private static LapiStatus statusOf(int number, SennitException error) {
        if (error.errorClass() == ErrorClass.OTHER) {
            return LapiStatus.HANDLER_FAILED;
        }
        return switch (error.errorClass()) {
            case ARG -> LapiStatus.HDR_HNDLR_NULL;
            case TYPE -> LapiStatus.VEC_TYPE_DIFF;
            case COUNT -> LapiStatus.VEC_LEN_DIFF;
            case BUFFER, NO_MEM ->
                switch (number) {
                    case HandlerNumbers.PUT, HandlerNumbers.GET, HandlerNumbers.RDMA_PUT, HandlerNumbers.RDMA_GET ->
                        LapiStatus.TGT_ADDR_NULL;
                    case HandlerNumbers.REPLY, HandlerNumbers.RDMA_REPLY -> LapiStatus.ORG_ADDR_NULL; // here
                    case HandlerNumbers.GETV_REPLY -> LapiStatus.ORG_VEC_ADDR;
                    default -> LapiStatus.TGT_VEC_ADDR;
                };
            case PENDING -> LapiStatus.USED_EARLY;
            case UNSUPPORTED -> LapiStatus.HANDLER_BLOCKED;
            case REQUEST, PROC_FAILED -> LapiStatus.ORIGIN_FAILED;
            default -> LapiStatus.HANDLER_FAILED;
        };
    }
}
