package org.sennit.qmp;

/**
 * One channel, which is declared after it was made. A declaration is SUCCESS or the error of the declaration of the
 * same name in {@link ChannelCalls}; declared again, an operation is INVALID_OP. (QMP::SingleOperation)
 */
public final class SingleOperation extends MessageOperation {
    private MessageHandle handle;

    /**
     * Makes an operation without a channel.
     *
     * @param qmp this node
     */
    public SingleOperation(Qmp qmp) {
        super(qmp);
    }

    @Override
    MessageHandle handle() {
        return handle;
    }

    /**
     * Declares a send to a neighbor. (SingleOperation::declareSend)
     *
     * @param memory the memory to send
     * @param dimension the axis
     * @param sign {@link ChannelCalls#PLUS} or {@link ChannelCalls#MINUS}
     * @param priority 0 is the highest
     * @return the status
     */
    public QmpStatus declareSend(MessageMemory memory, int dimension, int sign, int priority) {
        return handle != null ? again() : declared(qmp().declareSendRelative(memory, dimension, sign, priority));
    }

    /**
     * Declares a send to a node, with the default priority. (SingleOperation::declareSend)
     *
     * @param memory the memory to send
     * @param remoteNode its number
     * @return the status
     */
    public QmpStatus declareSend(MessageMemory memory, int remoteNode) {
        return declareSend(memory, remoteNode, ChannelCalls.DEFAULT_PRIORITY);
    }

    /**
     * Declares a send to a node. (SingleOperation::declareSend)
     *
     * @param memory the memory to send
     * @param remoteNode its number
     * @param priority 0 is the highest
     * @return the status
     */
    public QmpStatus declareSend(MessageMemory memory, int remoteNode, int priority) {
        return handle != null ? again() : declared(qmp().declareSendTo(memory, remoteNode, priority));
    }

    /**
     * Declares a receive from a neighbor. (SingleOperation::declareReceive)
     *
     * @param memory the memory that receives the message
     * @param dimension the axis
     * @param sign {@link ChannelCalls#PLUS} or {@link ChannelCalls#MINUS}
     * @param priority 0 is the highest
     * @return the status
     */
    public QmpStatus declareReceive(MessageMemory memory, int dimension, int sign, int priority) {
        return handle != null ? again() : declared(qmp().declareReceiveRelative(memory, dimension, sign, priority));
    }

    /**
     * Declares a receive from a node, with the default priority. (SingleOperation::declareReceive)
     *
     * @param memory the memory that receives the message
     * @param remoteNode its number
     * @return the status
     */
    public QmpStatus declareReceive(MessageMemory memory, int remoteNode) {
        return declareReceive(memory, remoteNode, ChannelCalls.DEFAULT_PRIORITY);
    }

    /**
     * Declares a receive from a node. (SingleOperation::declareReceive)
     *
     * @param memory the memory that receives the message
     * @param remoteNode its number
     * @param priority 0 is the highest
     * @return the status
     */
    public QmpStatus declareReceive(MessageMemory memory, int remoteNode, int priority) {
        return handle != null ? again() : declared(qmp().declareReceiveFrom(memory, remoteNode, priority));
    }

    private QmpStatus declared(MessageHandle made) {
        handle = made;
        return made == null ? qmp().getErrorNumber(null) : QmpStatus.SUCCESS;
    }

    private QmpStatus again() {
        return qmp().node().surroundings().errors().fail(QmpStatus.INVALID_OP, "the operation is declared already");
    }
}
