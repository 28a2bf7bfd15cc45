package org.sennit.qmp;

/** A communication that is declared once and started again and again, in the object style. Belongs to its node. (QMP::MessageOperation) */
public abstract sealed class MessageOperation permits SingleOperation, MultiOperation {
    private final Qmp qmp;

    MessageOperation(Qmp qmp) {
        this.qmp = qmp;
    }

    final Qmp qmp() {
        return qmp;
    }

    /** Returns the handle; null before a declaration. */
    abstract MessageHandle handle();

    /**
     * Starts it, as {@link Qmp#start}.
     *
     * @return the status
     */
    public final QmpStatus start() {
        return qmp.start(handle());
    }

    /**
     * Makes progress and looks, as {@link Qmp#isComplete}.
     *
     * @return true when it is complete, or idle
     */
    public final boolean isComplete() {
        return qmp.isComplete(handle());
    }

    /**
     * Blocks until it is complete, as {@link Qmp#await}.
     *
     * @return the status
     */
    public final QmpStatus await() {
        return qmp.await(handle());
    }

    /**
     * Blocks until all are complete. (MessageOperation::waitAll)
     *
     * @param operations any
     * @param n how many of them
     * @return SUCCESS, or the first status by index that is another
     */
    public static QmpStatus awaitAll(MessageOperation[] operations, int n) {
        QmpStatus first = QmpStatus.SUCCESS;
        for (int i = 0; i < n; i++) {
            QmpStatus status = operations[i].await();
            first = first == QmpStatus.SUCCESS ? status : first;
        }
        return first;
    }

    /**
     * Returns the last status of this operation.
     *
     * @return the status
     */
    public final QmpStatus getErrorNumber() {
        return qmp.getErrorNumber(handle());
    }

    /**
     * Returns the text of the last error of this operation.
     *
     * @return never empty
     */
    public final String getErrorString() {
        return qmp.getErrorString(handle());
    }

    /** Frees the handle of this operation, as {@link Qmp#freeMsghandle}. */
    public final void free() {
        qmp.freeMsghandle(handle());
    }
}
