package org.sennit.internal.endpoints.am.endpoint;

import java.util.function.Function;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A running header handler, or inline completion handler, in checked mode: reported when the watch thread has found it
 * blocked several times in a row. Made by the thread that runs it; the counts belong to the watch thread.
 */
final class RunningHandler {
    /** A thread that waits for a lock of the JDK for a moment is not blocked so often, at 100 ms from look to look. */
    private static final int LOOKS = 2;

    private final EndpointScope scope;
    private final int source;
    private final int handler;
    private final Thread thread = Thread.currentThread();
    private int looks; // at which it was blocked, in a row

    RunningHandler(EndpointScope scope, int source, int handler) {
        this.scope = scope;
        this.source = source;
        this.handler = handler;
    }

    /** Looks whether the handler is blocked, and calls the error handler once. */
    void look(Function<Thread, String> line) {
        Thread.State state = thread.getState();
        boolean isBlocked =
                state == Thread.State.BLOCKED || state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        looks = isBlocked ? looks + 1 : 0;
        if (looks == LOOKS) {
            String where = line.apply(thread);
            scope.report(
                    source,
                    handler,
                    new SennitException(
                            ErrorClass.UNSUPPORTED,
                            "a header handler, or inline completion handler, blocks, and all messages to the endpoint"
                                    + " wait for it: "
                                    + scope.describe(source, handler) + " thread=" + thread.getName() + " state="
                                    + state + (where.isEmpty() ? "" : " at " + where)));
        }
    }
}
