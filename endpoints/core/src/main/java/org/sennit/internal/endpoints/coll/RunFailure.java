package org.sennit.internal.endpoints.coll;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * Ends a run after the failure of another member, in a job that survives failures. A member may see that another one
 * has given up before it knows which member has failed. It then waits for that information, still lending its memory,
 * so that all members report the same failure; after that it gives up in the team, and ends when its messages have
 * ended.
 *
 * <p>Belongs to the threads that drive the endpoint, one at a time.
 */
final class RunFailure implements Condition {
    /**
     * Longest wait for the identity of the failed member. The launcher notifies all processes within milliseconds; a
     * member that has only ended its program is not reported.
     */
    private static final long NEWS_NS = 1_000_000_000;

    private final CollectiveState collectives;
    private final CollectiveCall call;
    private final ScheduleMessages messages;

    private SennitException error;
    private boolean isNewsAwaited;
    private long newsDeadlineNs;

    private RunFailure(
            CollectiveState collectives, CollectiveCall call, ScheduleMessages messages, SennitException cause) {
        this.collectives = collectives;
        this.call = call;
        this.messages = messages;
        this.error = cause;
    }

    /** Begins the end; returns null when the whole job ends anyway. */
    static RunFailure begin(
            CollectiveState collectives, CollectiveCall call, ScheduleMessages messages, SennitException cause) {
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

    /** Returns the error of the call; valid when the end has been reached. */
    SennitException error() {
        return error;
    }

    /** Advances the end; returns true when it has been reached. */
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

    /** Returns whether to call {@link #advance} again; always before the deadline, at which no wake-up comes. */
    boolean hasWork() {
        return isNewsAwaited || messages.areComplete();
    }

    /** Waits for the end and returns the error, with further errors as suppressed ones. */
    SennitException await() {
        try {
            while (!advance()) {
                collectives.progress().await(this, isNewsAwaited ? NEWS_NS : Long.MAX_VALUE);
            }
        } catch (Throwable aborted) { // or thrown by what the program has called in the wait
            error.addSuppressed(aborted);
        }
        return error;
    }

    @Override
    public boolean isMet() {
        return isNewsAwaited ? collectives.hasFailedMember() : messages.areComplete();
    }

    @Override
    public Awaited awaited() {
        return isNewsAwaited ? null : messages.awaited(call.kind.call() + " after a failure");
    }

    @Override
    public String toString() {
        return "the end of messages after a failure: operation=" + call.kind.call() + " rank="
                + collectives.comm().rank() + " communicator=" + collectives.comm();
    }
}
