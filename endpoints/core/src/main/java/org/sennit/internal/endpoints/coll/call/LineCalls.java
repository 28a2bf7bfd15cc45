package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.algorithm.TeamMeeting;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.DataLayout;

/**
 * Fast path of blocking collectives on plain arrays that fit into a line or a page, among few members of one process.
 * Takes the steps of the schedules of {@code LineReduction}, {@code LineScan}, {@code LineBroadcast}, {@code
 * MeetingBarrier}, {@code LocalGather}, {@code LocalScatter}, {@code DirectAllgather} and {@code LocalAlltoall}, with
 * the same signals on the same lines and pages. A call that continues on the general path repeats them.
 */
public final class LineCalls extends LineMovement {
    private final CallKeys reductions;
    private final CallKeys allreductions;
    private final CallKeys scans;
    private final CallKeys exscans;

    private LineCalls(CommContext comm, Collectives collectives, Preparations calls) {
        super(comm, collectives, calls);
        this.reductions = tokens(CollectiveKind.REDUCE);
        this.allreductions = tokens(CollectiveKind.ALLREDUCE);
        this.scans = tokens(CollectiveKind.SCAN);
        this.exscans = tokens(CollectiveKind.EXSCAN);
    }

    /**
     * Makes the fast path of a communicator.
     *
     * @param calls where the ordinary calls come from
     * @return null where the communicator has none: it has members in other processes, many members, or two sides, or
     *     its endpoint is checked, observed, or used by several threads
     */
    public static LineCalls of(CommContext comm, Collectives collectives, Preparations calls) {
        int members = collectives.member().size();
        boolean isFew = members > 1 && members <= TeamMeeting.FLAT_MEMBERS;
        boolean isOneProcess = members == comm.group().size();
        return isFew && isOneProcess && isPlain(comm) ? new LineCalls(comm, collectives, calls) : null;
    }

    @Override
    boolean reduces(Object send, Object receive, DataLayout layout, Reduction operation, int root, int bytes) {
        boolean isReceiver = root == NO_ROOT || root == rank;
        boolean isForAll = root == NO_ROOT;
        int token = (isForAll ? allreductions : reductions).of(bytes, root);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, operandOf(send, receive, isReceiver), bytes);
        if (!isReceiver) {
            if (hasLeftBehind(meeting, root, token)) {
                return over(CollectiveKind.REDUCE);
            }
        } else {
            if (isForAll) {
                member.arrive(meeting, token);
            }
            if (haveAllArrived(meeting, token)) {
                contributions.reduce(meeting, size, operation, PlainArrays.typeOf(receive), receive, bytes);
                leave(meeting, isForAll);
                return over(isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE);
            }
        }
        CollectiveKind kind = isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE;
        executeBySchedule(meeting, kind, send, receive, layout, operation, root);
        return true;
    }

    @Override
    boolean scans(Object send, Object receive, DataLayout layout, Reduction operation, boolean isInclusive, int bytes) {
        int token = (isInclusive ? scans : exscans).of(bytes, NO_ROOT);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, operandOf(send, receive, true), bytes);
        CollectiveKind kind = isInclusive ? CollectiveKind.SCAN : CollectiveKind.EXSCAN;
        if (!hasBegun(meeting, token) || !haveArrived(meeting, token, rank)) {
            executeBySchedule(meeting, kind, send, receive, layout, operation, NO_ROOT);
            return true;
        }
        int operands = isInclusive ? rank + 1 : rank;
        if (operands > 0) {
            contributions.reduce(meeting, operands, operation, PlainArrays.typeOf(receive), receive, bytes);
        }
        member.leave(meeting);
        return over(kind);
    }

    /** Signals a scan; rank 0 waits for none, so it has to look for members that call something else. */
    private boolean hasBegun(long meeting, int token) {
        if (rank == 0) {
            return hasSignalled(meeting, Step.ALL, token);
        }
        member.signal(meeting, 0, Step.ALL, token);
        return true;
    }

    private void leave(long meeting, boolean hasSignalled) {
        if (hasSignalled) {
            member.leaveAndWake(meeting);
        } else {
            member.leave(meeting);
        }
    }
}
