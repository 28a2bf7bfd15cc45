package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.ElementType;
import org.sennit.spi.context.RuntimeContext;

/**
 * The steps of the calls of {@link LineCalls}: a meeting that is entered, signals on its lines, and the way back to
 * the schedule of the same call. Belongs to the thread that drives the endpoint.
 */
abstract class LineMeeting extends ShortCalls {
    /**
     * Looks at a line without a pause, of 1 to 2 ns each: a signal that is on its way is there before a pause would
     * end.
     */
    private static final int LOOKS = 64;

    final Contributions contributions; // of members, whose numbers are the ranks

    private final RuntimeContext context;

    LineMeeting(CommContext comm, Collectives collectives, Preparations calls) {
        super(
                comm,
                collectives,
                calls,
                BufferRef.PAGE_BYTES,
                BufferRef.PAGE_BYTES / comm.group().size());
        this.context = progress.context();
        this.contributions = new Contributions(member);
    }

    /** Makes the tokens of the calls of one collective. */
    final CallKeys tokens(CollectiveKind kind) {
        return new CallKeys(kind, size, CollectiveCall::token);
    }

    @Override
    final void prepare(Reduction operation, ElementType type, int bytes) {
        contributions.prepare(operation, type, bytes);
    }

    @Override
    final boolean hasSent(long meeting) {
        return false;
    }

    @Override
    final Throwable takeFailure() {
        return null; // nothing throws between the entry into a meeting and the schedule
    }

    /** Enters the next meeting; −1 where the general path has to wait for it, or to fail. */
    final long enter() {
        if (!isUser()) {
            return -1;
        }
        progress.giveTurn(); // not in the middle of a meeting: actions of the user may call collectives, too
        return enterNext();
    }

    final boolean haveAllArrived(long meeting, int token) {
        return haveArrived(meeting, token, size);
    }

    /** Returns whether the members below a number have arrived, those of the caller apart. */
    final boolean haveArrived(long meeting, int token, int members) {
        for (int other = 0; other < members; other++) {
            if (other != rank && !hasArrived(meeting, token, other)) {
                return false;
            }
        }
        return !collectives.hasFailedMember();
    }

    final boolean hasArrived(long meeting, int token, int other) {
        return member.hasArrived(meeting, token, other, LOOKS) || arrivesSoon(meeting, token, other);
    }

    private boolean arrivesSoon(long meeting, int token, int other) {
        for (int rounds = progress.roundsNow(); rounds > 0; rounds--) {
            if (member.hasArrived(meeting, token, other, 1)) {
                return true;
            }
            context.spin();
        }
        return false;
    }

    /** Ends a call of a member that waits for none; returns false when another member calls something else. */
    final boolean hasLeftBehind(long meeting, int target, int token) {
        if (!hasSignalled(meeting, target, token)) {
            return false;
        }
        member.leave(meeting);
        return true;
    }

    /** Signals and returns true, or false when another member calls something else. */
    final boolean hasSignalled(long meeting, int target, int token) {
        member.signal(meeting, 0, target, token);
        return member.differing(meeting, token) < 0 && !collectives.hasFailedMember();
    }
}
