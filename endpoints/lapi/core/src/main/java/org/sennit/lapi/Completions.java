package org.sennit.lapi;

import org.sennit.active.ActiveMessage;

/** How the completion handlers of this task run. Any thread. */
final class Completions {
    private final Lapi lapi;

    Completions(Lapi lapi) {
        this.lapi = lapi;
    }

    /** Runs the completion handler of a message, if it has one, as its header handler has said. */
    void run(ArrivingHeader header, int origin) {
        CompletionHandler handler = header.completion();
        if (handler == null) {
            return;
        }
        Object info = header.userInfo();
        if (header.isReplying()) {
            new Replying(lapi, origin).run(() -> handler.complete(lapi, info));
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
}
