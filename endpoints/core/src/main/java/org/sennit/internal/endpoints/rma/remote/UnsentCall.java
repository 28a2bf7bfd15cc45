package org.sennit.internal.endpoints.rma.remote;

import org.sennit.internal.endpoints.am.call.RemoteAnswer;
import org.sennit.internal.endpoints.rma.call.WindowCall;

/**
 * What a target gets in the place of a call that could not be sent: it would wait for its number, or for a lock, for
 * ever. Made with the call, since there may be no memory later.
 */
final class UnsentCall {
    private final WindowCall header;
    private final RemoteAnswer answer;
    private UnsentCall next; // guarded by the list that it is in

    /**
     * Makes that of a call.
     *
     * @param header set before it is sent, and unchanged until the answer
     * @param answer notified, in the place of that of the call
     */
    UnsentCall(WindowCall header, RemoteAnswer answer) {
        this.header = header;
        this.answer = answer;
    }

    UnsentCall next() {
        return next;
    }

    void next(UnsentCall behind) {
        next = behind;
    }

    WindowCall header() {
        return header;
    }

    RemoteAnswer answer() {
        return answer;
    }
}
