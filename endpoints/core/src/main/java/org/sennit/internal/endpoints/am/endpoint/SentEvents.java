package org.sennit.internal.endpoints.am.endpoint;

import org.sennit.internal.runtime.concurrent.UncaughtExceptions;

/** The counters and the action of a message's origin. Immutable; any thread. */
public record SentEvents(EndpointCounter origin, Runnable whenSent, EndpointCounter completion) {
    /** Nothing. */
    public static final SentEvents NONE = new SentEvents(null, null, null);

    /** Reports that header and data may be changed. */
    void dataTaken() {
        if (origin != null) {
            origin.add(1);
        }
        if (whenSent != null) {
            try {
                whenSent.run();
            } catch (Throwable e) { // of the user: the message and its connection are not to suffer
                UncaughtExceptions.handle(e);
            }
        }
    }

    /** Reports that the message is complete at its target. */
    public void completed() {
        if (completion != null) {
            completion.add(1);
        }
    }

    /** Reports that it has failed, before or after the data was taken. */
    public void failed(boolean isDataTaken, FailedMessage message) {
        if (origin != null && !isDataTaken) {
            origin.fail(message);
        }
        if (completion != null) {
            completion.fail(message);
        }
    }
}
