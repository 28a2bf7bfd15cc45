package org.sennit.qmp;

/**
 * A communication that is declared once and started again and again, in the object style. Belongs to its node.
 * (QMP::MessageOperation)
 */
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
     * Starts it, as {@link Qmp#start}. (MessageOperation::start)
     *
     * @return the status
     */
    public final QmpStatus start() {
        return qmp.start(handle());
    }

    /**
     * Makes progress and looks, as {@link Qmp#isComplete}. (MessageOperation::isComplete)
     *
     * @return true when it is complete, or idle
     */
    public final boolean isComplete() {
        return qmp.isComplete(handle());
    }

    /**
     * Blocks until it is complete, as {@link Qmp#await}. (MessageOperation::wait)
     *
     * @return the status
     */
    public final QmpStatus await() {
        return qmp.await(handle());
    }

    /**
     * Blocks until all are complete, for at most ten minutes in all, see {@link Qmp#setTimeout}.
     * (MessageOperation::waitAll)
     *
     * @param operations any
     * @param n how many of them
     * @return SUCCESS, or the first status by index that is another, such as BAD_MESSAGE where there is no operation;
     *     INVALID_ARG for the number
     */
    public static QmpStatus awaitAll(MessageOperation[] operations, int n) {
        if (operations == null || n < 0 || n > operations.length) {
            return QmpStatus.INVALID_ARG;
        }
        QmpStatus first = QmpStatus.SUCCESS;
        boolean isTimed = false; // by the clock of the first operation's node
        long sinceNs = 0;
        for (int i = 0; i < n; i++) {
            MessageOperation each = operations[i];
            QmpStatus status = QmpStatus.BAD_MESSAGE;
            if (each != null) {
                NodeState node = each.qmp.node();
                sinceNs = isTimed ? sinceNs : node.surroundings().nanoTime();
                isTimed = true;
                status = node.running().awaitSince(sinceNs, each.handle());
            }
            first = first == QmpStatus.SUCCESS ? status : first;
        }
        return first;
    }

    /**
     * Returns the last status of this operation, as {@link Qmp#getErrorNumber}; of one that could not be declared, that
     * of the calling thread. (MessageOperation::getErrorNumber)
     *
     * @return the status
     */
    public final QmpStatus getErrorNumber() {
        return qmp.getErrorNumber(handle());
    }

    /**
     * Returns the text of the last error of this operation, as {@link #getErrorNumber}.
     * (MessageOperation::getErrorString)
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
