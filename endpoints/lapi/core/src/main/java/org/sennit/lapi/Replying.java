package org.sennit.lapi;

/**
 * The message that the completion handler of the current thread may reply to alone: bound while it runs.
 *
 * @param task the handler's
 * @param origin the task that has sent the message
 */
record Replying(LapiTask task, int origin) {
    private static final ScopedValue<Replying> CURRENT = ScopedValue.newInstance();

    void run(Runnable handler) {
        ScopedValue.where(CURRENT, this).run(handler);
    }

    /**
     * Checks that the current thread may start an operation with a task.
     *
     * @throws LapiException INVALID_SEND_REPLY_TGT in a completion handler that replies to another one
     */
    static void check(LapiTask task, Call call) {
        if (!CURRENT.isBound()) {
            return;
        }
        Replying replying = CURRENT.get();
        if (replying.task == task && replying.origin != call.target()) {
            throw call.wrong(LapiStatus.INVALID_SEND_REPLY_TGT, "origin=" + replying.origin);
        }
    }
}
