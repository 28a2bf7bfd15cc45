package org.sennit.qmp;

/** Several operations that are started in one call; they are consumed. (QMP::MultiOperation) */
public final class MultiOperation extends MessageOperation {
    private final MessageHandle handle;

    /**
     * Joins operations, as {@link ChannelCalls#declareMultiple}; where that fails {@link #getErrorNumber} says why, and
     * every start is BAD_MESSAGE. (QMP::MultiOperation, and its init)
     *
     * @param qmp this node
     * @param operations declared and idle
     */
    public MultiOperation(Qmp qmp, MessageOperation... operations) {
        super(qmp);
        MessageHandle[] handles = new MessageHandle[operations.length];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = operations[i] == null ? null : operations[i].handle();
        }
        this.handle = qmp.declareMultiple(handles, handles.length);
    }

    @Override
    MessageHandle handle() {
        return handle;
    }
}
