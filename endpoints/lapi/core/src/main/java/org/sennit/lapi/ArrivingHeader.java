package org.sennit.lapi;

import java.lang.foreign.MemorySegment;

/**
 * A message as its header handler sees it, and where the handler says what happens when the data is complete. Valid
 * during the handler's call, in its thread. Not for implementation by users.
 */
public interface ArrivingHeader {
    /**
     * Returns the handle of this task. (hndl)
     *
     * @return the handle with which the handler is registered
     */
    Lapi handle();

    /**
     * Returns the task that has sent the message. (src of the return information)
     *
     * @return 0 to tasks − 1
     */
    int origin();

    /**
     * Returns the user header. (uhdr, uhdr_len)
     *
     * @return bytes of any alignment, to be read during the call; empty without a header
     */
    MemorySegment userHeader();

    /**
     * Returns the kind of the origin's vector.
     *
     * @return GENERIC for {@link Lapi#amsend}
     */
    VectorType type();

    /**
     * Returns the number of pieces or blocks of the origin's vector.
     *
     * @return 0 or 1 for {@link Lapi#amsend}
     */
    int count();

    /**
     * Returns the length of a piece, or of a block, of the origin's vector. (len_vec)
     *
     * @param piece 0 to count − 1
     * @return bytes
     */
    long lengthBytes(int piece);

    /**
     * Returns the length of the data. (msg_len of the return information)
     *
     * @return bytes of all pieces
     */
    long sizeBytes();

    /**
     * Returns the data, where it has come with the header: within a process, or in one packet, for which the eager
     * limit of the network module is the most. Data of several pieces, or in several fragments of the network, has come
     * up to {@value org.sennit.active.ActiveMessage#MOST_JOINED_BYTES} bytes. (udata_one_pkt_ptr of the return
     * information)
     *
     * @return all pieces in order, not to be written, of any alignment, to be read during the call; empty without data;
     *     null where data follows, which each handler must be ready for
     */
    MemorySegment dataInPacket();

    /**
     * Sets how the completion handler runs. (ret_flags of the return information)
     *
     * @param flag NORMAL unless set
     * @throws LapiException RET_PTR_NULL for null
     */
    void setReturnFlag(ReturnFlag flag);

    /**
     * Sets what becomes of the data. (ctl_flags of the return information)
     *
     * @param flag DELIVER_MSG unless set
     * @throws LapiException RET_PTR_NULL for null
     */
    void setControlFlag(ControlFlag flag);

    /**
     * Sets the completion handler. (comp_h, user_info)
     *
     * @param handler runs when the data is complete, as {@link #setReturnFlag} says; null for none
     * @param info given to it
     */
    void setCompletionHandler(CompletionHandler handler, Object info);
}
