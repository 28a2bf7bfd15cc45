package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveMessage;

/**
 * A message as its header handler sees it, and where the handler says what happens when the data is complete. Valid
 * during the handler's call, in its thread.
 */
public class ArrivingHeader {
    private final Lapi handle;
    private ActiveMessage message; // null in a KeptHeader

    private CompletionHandler completion;
    private Object userInfo;
    private ReturnFlag returnFlag = ReturnFlag.NORMAL;
    private ControlFlag controlFlag = ControlFlag.DELIVER_MSG;

    ArrivingHeader(Lapi handle) {
        this.handle = handle;
    }

    /** Becomes the header of another message, of which nothing is decided. */
    void begin(ActiveMessage arrived) {
        message = arrived;
        completion = null;
        userInfo = null;
        returnFlag = ReturnFlag.NORMAL;
        controlFlag = ControlFlag.DELIVER_MSG;
    }

    /**
     * Returns the handle of this task. (hndl)
     *
     * @return the handle with which the handler is registered
     */
    public Lapi handle() {
        return handle;
    }

    /**
     * Returns the task that has sent the message. (src of the return information)
     *
     * @return 0 to tasks − 1
     */
    public int origin() {
        return message.source();
    }

    /**
     * Returns the user header. (uhdr, uhdr_len)
     *
     * @return bytes of any alignment, to be read during the call; empty without a header
     */
    public MemorySegment userHeader() {
        return message.header();
    }

    /**
     * Returns the kind of the origin's vector.
     *
     * @return GENERIC for {@link Lapi#amsend}
     */
    public VectorType type() {
        return Kinds.of(message.kind());
    }

    /**
     * Returns the number of pieces or blocks of the origin's vector.
     *
     * @return 0 or 1 for {@link Lapi#amsend}
     */
    public int count() {
        return message.pieces();
    }

    /**
     * Returns the length of a piece, or of a block, of the origin's vector. (len_vec)
     *
     * @param piece 0 to count − 1
     * @return bytes
     */
    public long lengthBytes(int piece) {
        return message.pieceBytes(piece);
    }

    /**
     * Returns the length of the data. (msg_len of the return information)
     *
     * @return bytes of all pieces
     */
    public long sizeBytes() {
        return message.lengthBytes();
    }

    /**
     * Returns the data, where it has come with the header: within a process, or in one packet, for which the eager
     * limit of the network module is the most. Data of several pieces, or in several fragments of the network, has come
     * up to {@value org.sennit.active.ActiveMessage#MOST_JOINED_BYTES} bytes. (udata_one_pkt_ptr of the return
     * information)
     *
     * @return all pieces in order, not to be written, of any alignment, to be read during the call; empty without data;
     *     null where data follows, which each handler must be ready for
     */
    public MemorySegment dataInPacket() {
        return message.data();
    }

    /**
     * Sets how the completion handler runs. (ret_flags of the return information)
     *
     * @param flag NORMAL unless set
     * @throws LapiException RET_PTR_NULL for null
     */
    public void setReturnFlag(ReturnFlag flag) {
        this.returnFlag = given(flag);
    }

    /**
     * Sets what becomes of the data. (ctl_flags of the return information)
     *
     * @param flag DELIVER_MSG unless set
     * @throws LapiException RET_PTR_NULL for null
     */
    public void setControlFlag(ControlFlag flag) {
        this.controlFlag = given(flag);
    }

    private static <T> T given(T flag) {
        if (flag == null) {
            throw new LapiException(LapiStatus.RET_PTR_NULL, "amsendv", "flag of the return information=null");
        }
        return flag;
    }

    /**
     * Sets the completion handler. (comp_h, user_info)
     *
     * @param handler runs when the data is complete, as {@link #setReturnFlag} says; null for none
     * @param info given to it
     */
    public void setCompletionHandler(CompletionHandler handler, Object info) {
        this.completion = handler;
        this.userInfo = info;
    }

    /** Decides as for another header of the same message. */
    void decide(ArrivingHeader other) {
        completion = other.completion;
        userInfo = other.userInfo;
        returnFlag = other.returnFlag;
        controlFlag = other.controlFlag;
    }

    /** Runs the completion handler, if there is one, as the header handler has said. */
    final void complete(int origin) {
        CompletionHandler handler = completion;
        if (handler == null) {
            return;
        }
        Object info = userInfo;
        if (isReplying()) {
            new Replying(handle, origin).run(() -> handler.complete(handle, info));
        } else {
            handler.complete(handle, info);
        }
    }

    CompletionHandler completion() {
        return completion;
    }

    boolean isCompletedInline() {
        return returnFlag == ReturnFlag.LOCAL_STATE;
    }

    private boolean isReplying() {
        return returnFlag == ReturnFlag.SEND_REPLY;
    }

    boolean isBuried() {
        return controlFlag == ControlFlag.BURY_MSG;
    }

    boolean isDropped() {
        return controlFlag == ControlFlag.DROP_MSG;
    }
}
