package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveMessage;

/**
 * The header of a message that arrives, and what its handler has decided. Belongs to the thread that runs the header
 * handler; when that has returned, to the one that runs the completion handler, to which {@link Completions#schedule},
 * or {@link Dropped} in a retry, hands it over.
 */
class ReceivedHeader implements ArrivingHeader {
    private final Lapi handle;
    private final LapiTask task;

    // All below: written by the header handler's thread, then read by the completion handler's.
    private ActiveMessage message; // null in a KeptHeader
    private CompletionHandler completion;
    private Object userInfo;
    private ReturnFlag returnFlag = ReturnFlag.NORMAL;
    private ControlFlag controlFlag = ControlFlag.DELIVER_MSG;

    ReceivedHeader(Lapi handle, LapiTask task) {
        this.handle = handle;
        this.task = task;
    }

    /** Becomes the header of another message, of which nothing is decided. */
    void begin(ActiveMessage arrived) {
        message = arrived;
        completion = null;
        userInfo = null;
        returnFlag = ReturnFlag.NORMAL;
        controlFlag = ControlFlag.DELIVER_MSG;
    }

    @Override
    public Lapi handle() {
        return handle;
    }

    @Override
    public int origin() {
        return message.source();
    }

    @Override
    public MemorySegment userHeader() {
        return message.header();
    }

    @Override
    public VectorType type() {
        return Kinds.of(message.kind());
    }

    @Override
    public int count() {
        return message.pieces();
    }

    @Override
    public long lengthBytes(int piece) {
        return message.pieceBytes(piece);
    }

    @Override
    public long sizeBytes() {
        return message.lengthBytes();
    }

    @Override
    public MemorySegment dataInPacket() {
        return message.data();
    }

    @Override
    public void setReturnFlag(ReturnFlag flag) {
        this.returnFlag = given(flag);
    }

    @Override
    public void setControlFlag(ControlFlag flag) {
        this.controlFlag = given(flag);
    }

    private static <T> T given(T flag) {
        if (flag == null) {
            throw new LapiException(LapiStatus.RET_PTR_NULL, "amsendv", "flag of the return information=null");
        }
        return flag;
    }

    @Override
    public void setCompletionHandler(CompletionHandler handler, Object info) {
        this.completion = handler;
        this.userInfo = info;
    }

    /** Runs the completion handler, if there is one, as the header handler has said. */
    final void complete(int origin) {
        CompletionHandler handler = completion;
        if (handler == null) {
            return;
        }
        Object info = userInfo;
        if (isReplying()) {
            new Replying(task, origin).run(() -> handler.complete(handle, info));
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
