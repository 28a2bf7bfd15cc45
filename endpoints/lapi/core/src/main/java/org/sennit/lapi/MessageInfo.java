package org.sennit.lapi;

/** What {@link Lapi#msgpoll} has found. Belongs to one thread, which may use it again. (lapi_msg_info_t) */
public final class MessageInfo {
    private MessageState state = MessageState.DISP_CNTR;

    /** Makes one for any number of calls. */
    public MessageInfo() {}

    /**
     * Returns why the last call with this has returned. (status)
     *
     * @return DISP_CNTR before the first one
     */
    public MessageState state() {
        return state;
    }

    void set(MessageState found) {
        state = found;
    }

    @Override
    public String toString() {
        return "message info: " + state;
    }
}
