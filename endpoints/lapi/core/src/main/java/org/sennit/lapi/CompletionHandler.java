package org.sennit.lapi;

/** Runs at the target when the data of a message is complete. (compl_hndlr_t) */
@FunctionalInterface
public interface CompletionHandler {
    /**
     * Runs after the data has been written, in a virtual thread of its own, where it may block, and may make any call
     * that is not collective; with {@link ReturnFlag#LOCAL_STATE} inline, where it must not, and with
     * {@link ReturnFlag#SEND_REPLY} it sends to its origin alone. An exception is reported to the error handler of this
     * task, and the counters move.
     *
     * @param handle of this task
     * @param userInfo what the header handler has given with this handler
     */
    void complete(Lapi handle, Object userInfo);
}
