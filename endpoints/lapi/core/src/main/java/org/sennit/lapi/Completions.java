package org.sennit.lapi;

import org.sennit.active.ActiveMessage;

/** How the completion handlers of this task run. Any thread. */
final class Completions {
    /** The message that the completion handler of the current thread may reply to alone: bound while it runs. */
    private static final ScopedValue<Replying> REPLYING = ScopedValue.newInstance();

    private final Lapi lapi;

    Completions(Lapi lapi) {
        this.lapi = lapi;
    }

    private record Replying(Lapi lapi, int origin) {}

    /** Runs the completion handler of a message, if it has one, as its header handler has said. */
    void run(ArrivingHeader header, int origin) {
        CompletionHandler handler = header.completion();
        if (handler == null) {
            return;
        }
        Object info = header.userInfo();
        if (header.isReplying()) {
            ScopedValue.where(REPLYING, new Replying(lapi, origin)).run(() -> handler.complete(lapi, info));
        } else {
            handler.complete(lapi, info);
        }
    }

    /** Has something run when the data of a message is complete: inline, or in a thread of its own. */
    static void schedule(ActiveMessage message, boolean isInline, Runnable body) {
        if (isInline) {
            message.onCompletionInline(_ -> body.run(), null);
        } else {
            message.onCompletion(_ -> body.run(), null);
        }
    }

    /**
     * Checks that the current thread may start an operation with a task.
     *
     * @throws LapiException INVALID_SEND_REPLY_TGT in a completion handler that replies to another one
     */
    void checkReply(Call call) {
        if (!REPLYING.isBound()) {
            return;
        }
        Replying replying = REPLYING.get();
        if (replying.lapi == lapi && replying.origin != call.target()) {
            throw call.wrong(LapiStatus.INVALID_SEND_REPLY_TGT, "origin=" + replying.origin);
        }
    }
}
