package org.sennit.lapi;

import org.sennit.active.ActiveMessage;

/** When the completion handlers of this task run. Any thread. */
final class Completions {
    private Completions() {}

    /** Has something run when the data of a message is complete: inline, or in a thread of its own. */
    static void schedule(ActiveMessage message, boolean isInline, Runnable body) {
        if (isInline) {
            message.onCompletionInline(_ -> body.run(), null);
        } else {
            message.onCompletion(_ -> body.run(), null);
        }
    }
}
