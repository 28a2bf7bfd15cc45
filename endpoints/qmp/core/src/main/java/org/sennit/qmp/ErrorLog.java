package org.sennit.qmp;

import org.sennit.message.SennitException;

/** The last error of each thread of a node. Any thread; each sees its own error. */
final class ErrorLog {
    private static final Failure NONE = new Failure(QmpStatus.SUCCESS, QmpStatus.SUCCESS.text());

    private final Console console;
    private final ThreadLocal<Failure> last = ThreadLocal.withInitial(() -> NONE);

    private record Failure(QmpStatus status, String text) {}

    ErrorLog(Console console) {
        this.console = console;
    }

    /** Records an error, and returns its status. */
    QmpStatus fail(QmpStatus status, String detail) {
        Failure failure = new Failure(status, status.text() + ": " + detail);
        last.set(failure);
        console.report(failure.text());
        return status;
    }

    /**
     * Records an error of the layer below, and returns its status.
     *
     * @throws SennitException the same error, when it is the end of the job
     */
    QmpStatus fail(SennitException error) {
        return fail(RefusedCall.statusOf(error), error.getMessage());
    }

    /** Clears the last error, after a call that succeeded. */
    void succeed() {
        if (last.get() != NONE) {
            last.set(NONE);
        }
    }

    QmpStatus last() {
        return last.get().status();
    }

    String lastText() {
        return last.get().text();
    }
}
