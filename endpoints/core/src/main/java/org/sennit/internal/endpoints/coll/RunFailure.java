package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.message.SennitException;

/**
 * The end of a run of which another member is gone, where the job goes on. A member may hear that from one that has given up
 * before it knows who has failed: then it waits a moment for the news, with its memory still lent, so that all members blame
 * the same one. Then it says that it gives up, and is at its end when its messages are.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time.
 */
final class RunFailure {
    /** The launcher tells all processes within milliseconds; who has only ended its program is never told of. */
    private static final long NEWS_NS = 1_000_000_000;

    private final Collectives collectives;
    private final CollectiveCall call;
    private final ScheduleMessages messages;

    private SennitException error;
    private boolean isNewsAwaited;
    private long newsDeadlineNs;

    private RunFailure(Collectives collectives, CollectiveCall call, ScheduleMessages messages, SennitException cause) {
        this.collectives = collectives;
        this.call = call;
        this.messages = messages;
        this.error = cause;
    }

    /** Begins the end; null when the whole job ends anyway. */
    static RunFailure begin(
            Collectives collectives, CollectiveCall call, ScheduleMessages messages, SennitException cause) {
        if (!collectives.failures().isSurvived(cause)) {
            return null;
        }
        RunFailure failure = new RunFailure(collectives, call, messages, cause);
        if (collectives.hasFailedMember()) {
            failure.giveUp();
        } else {
            failure.isNewsAwaited = true;
            failure.newsDeadlineNs = collectives.context().nanoTime() + NEWS_NS;
        }
        return failure;
    }

    /** Returns what the call ends with; meaningful when it has come to its end. */
    SennitException error() {
        return error;
    }

    /** Carries the end on; true when it has been reached. */
    boolean advance() {
        if (isNewsAwaited) {
            if (!collectives.hasFailedMember() && collectives.context().nanoTime() - newsDeadlineNs < 0) {
                return false;
            }
            isNewsAwaited = false;
            giveUp();
        }
        return messages.areComplete();
    }

    private void giveUp() {
        error = collectives.failures().survived(call, error);
        collectives.member().giveUp(error);
        messages.giveUp();
    }

    /** Returns whether to call {@link #advance} again; always while news is awaited, since no wake-up comes at the deadline. */
    boolean hasWork() {
        return isNewsAwaited || messages.areComplete();
    }

    /** Waits for the end and gives the error; what goes wrong meanwhile is added to it. */
    SennitException await() {
        try {
            while (!advance()) {
                collectives.progress().await(this::isStepPossible, isNewsAwaited ? NEWS_NS : Long.MAX_VALUE);
            }
        } catch (SennitException aborted) {
            error.addSuppressed(aborted);
        }
        return error;
    }

    private boolean isStepPossible() {
        return isNewsAwaited ? collectives.hasFailedMember() : messages.areComplete();
    }
}
