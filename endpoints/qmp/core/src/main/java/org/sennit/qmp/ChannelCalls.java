package org.sennit.qmp;

/**
 * Declarations of channels. A channel goes from one node to another; both ends declare it, each with memory of its own.
 * A send {@linkplain Qmp#start started} at one end goes into the memory of the other end once that end has started its
 * receive, not before. Channels between the same nodes match in the order of their starts; a relative channel is also
 * distinguished by its axis and direction, so a torus of extent 1 or 2 confuses nothing. Declaring is local and does
 * not block.
 *
 * <p>A mistake is a null handle, with its code in {@link Qmp#getErrorNumber}: BAD_MEMORY for missing or freed memory,
 * NODE_OUTRANGE, NONEIGHBOR_INFO for an axis that does not exist, INVALID_ARG for a sign of 0 or a negative priority.
 */
public abstract class ChannelCalls extends MachineCalls {
    /** Towards the next higher coordinate. */
    public static final int PLUS = 1;

    /** Towards the next lower coordinate. */
    public static final int MINUS = -1;

    /** The default priority; 0 is the highest. */
    public static final int DEFAULT_PRIORITY = 0;

    /** For the subclasses of this package. */
    ChannelCalls() {}

    /**
     * Declares a receive from a neighbor in the logical machine: of what it sends towards this node along this axis.
     * (QMP_declare_receive_relative, QMP_comm_declare_receive_relative)
     *
     * @param memory the memory that receives the message; overlaps no other memory of an active receive
     * @param dimension the axis, from 0
     * @param sign above 0: from the neighbor at the next higher coordinate; below 0: from the other side
     * @param priority 0 is the highest; decides the order in which {@link #declareMultiple} posts its parts
     * @return an idle handle, or null
     */
    public final MessageHandle declareReceiveRelative(MessageMemory memory, int dimension, int sign, int priority) {
        return comm().channels().relative(false, memory, dimension, sign, priority);
    }

    /**
     * Declares a send to a neighbor in the logical machine. (QMP_declare_send_relative, QMP_comm_declare_send_relative)
     *
     * @param memory the memory to send
     * @param dimension the axis, from 0
     * @param sign above 0: to the neighbor at the next higher coordinate; below 0: to the other side
     * @param priority 0 is the highest; decides the order in which {@link #declareMultiple} posts its parts
     * @return an idle handle, or null
     */
    public final MessageHandle declareSendRelative(MessageMemory memory, int dimension, int sign, int priority) {
        return comm().channels().relative(true, memory, dimension, sign, priority);
    }

    /**
     * Declares a receive from any node, which sends by {@link #declareSendTo}. (QMP_declare_receive_from,
     * QMP_comm_declare_receive_from)
     *
     * @param memory the memory that receives the message; overlaps no other memory of an active receive
     * @param sourceNode the number of the node; this node is allowed
     * @param priority 0 is the highest
     * @return an idle handle, or null
     */
    public final MessageHandle declareReceiveFrom(MessageMemory memory, int sourceNode, int priority) {
        return comm().channels().direct(false, memory, sourceNode, priority);
    }

    /**
     * Declares a send to any node, which receives by {@link #declareReceiveFrom}. (QMP_declare_send_to,
     * QMP_comm_declare_send_to)
     *
     * @param memory the memory to send
     * @param remoteNode the number of the node; this node is allowed
     * @param priority 0 is the highest
     * @return an idle handle, or null
     */
    public final MessageHandle declareSendTo(MessageMemory memory, int remoteNode, int priority) {
        return comm().channels().direct(true, memory, remoteNode, priority);
    }

    /**
     * Joins handles into one, which starts all of them in one call. The handles are consumed: they are not to be used
     * or freed any more; a use is BAD_MESSAGE. Parts that go to or come from one node along one channel keep the
     * declared order; otherwise receives are posted first, and higher priorities before lower ones. Nests.
     * (QMP_declare_multiple)
     *
     * @param handles idle handles of this node
     * @param nhandles how many of them, at least 1
     * @return an idle handle, or null, and then no handle is consumed: BAD_MESSAGE for one that is missing, freed,
     *     consumed or twice in the list, INVALID_OP for one that is active, INVALID_ARG for the number
     */
    public final MessageHandle declareMultiple(MessageHandle[] handles, int nhandles) {
        return comm().channels().multiple(handles, nhandles);
    }

    /**
     * Joins pairs of a send and a receive into one handle, as {@link #declareMultiple}. (QMP_declare_send_recv_pairs,
     * QMP 2.5)
     *
     * @param handles idle handles: two for each pair, one of which sends and one receives
     * @param nhandles how many of them, an even number
     * @return an idle handle, or null; CHDEF_ERR where two that follow each other are no pair
     */
    public final MessageHandle declareSendRecvPairs(MessageHandle[] handles, int nhandles) {
        return comm().channels().pairs(handles, nhandles);
    }
}
