package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;

/** The calls of {@link LineCalls} that move data, and the barrier. */
abstract class LineMovement extends LineMeeting {
    private final int barrierToken;
    private final CallKeys broadcasts;
    private final CallKeys gathers;
    private final CallKeys scatters;
    private final CallKeys allgathers;
    private final CallKeys alltoalls;

    LineMovement(CommContext comm, Collectives collectives, Preparations calls) {
        super(comm, collectives, calls);
        this.barrierToken = tokens(CollectiveKind.BARRIER).of(0, NO_ROOT);
        this.broadcasts = tokens(CollectiveKind.BROADCAST);
        this.gathers = tokens(CollectiveKind.GATHER);
        this.scatters = tokens(CollectiveKind.SCATTER);
        this.allgathers = tokens(CollectiveKind.ALLGATHER);
        this.alltoalls = tokens(CollectiveKind.ALLTOALL);
    }

    @Override
    public final boolean barrier() {
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        member.arrive(meeting, barrierToken);
        if (haveAllArrived(meeting, barrierToken)) {
            member.leaveAndWake(meeting);
            return over(CollectiveKind.BARRIER);
        }
        executeBySchedule(meeting, CollectiveKind.BARRIER, null, null, null, null, NO_ROOT);
        return true;
    }

    @Override
    final boolean broadcasts(Object memory, DataLayout layout, int root, int bytes) {
        contributions.prepare(bytes);
        int token = broadcasts.of(bytes, root);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        if (root == rank) {
            contributions.put(meeting, memory, bytes);
            if (hasLeftBehind(meeting, Step.ALL, token)) {
                return over(CollectiveKind.BROADCAST);
            }
        } else if (hasArrived(meeting, token, root) && !collectives.hasFailedMember()) {
            contributions.copyTo(meeting, root, bytes, 0, memory, 0, bytes);
            member.leave(meeting);
            return over(CollectiveKind.BROADCAST);
        }
        executeBySchedule(meeting, CollectiveKind.BROADCAST, memory, null, layout, null, root);
        return true;
    }

    @Override
    final boolean gathers(Object send, Object receive, DataLayout block, int root, int bytes) {
        boolean isRoot = root == rank;
        contributions.prepare(bytes);
        int token = gathers.of(bytes, root);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, send, bytes);
        if (isRoot && haveAllArrived(meeting, token)) {
            takeBlocks(meeting, receive, bytes);
            member.leave(meeting);
            return over(CollectiveKind.GATHER);
        }
        if (!isRoot && hasLeftBehind(meeting, root, token)) {
            return over(CollectiveKind.GATHER);
        }
        executeBySchedule(meeting, CollectiveKind.GATHER, send, receive, block, null, root);
        return true;
    }

    @Override
    final boolean scatters(Object send, Object receive, DataLayout block, int root, int bytes) {
        boolean isRoot = root == rank;
        int all = size * bytes;
        contributions.prepare(all);
        int token = scatters.of(bytes, root);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        if (isRoot) {
            contributions.put(meeting, send, all);
        }
        if (isRoot ? hasSignalled(meeting, Step.ALL, token) : hasArrived(meeting, token, root)) {
            contributions.copyTo(meeting, root, all, rank * bytes, receive, 0, bytes);
            if (isRoot || !collectives.hasFailedMember()) {
                member.leave(meeting);
                return over(CollectiveKind.SCATTER);
            }
        }
        executeBySchedule(meeting, CollectiveKind.SCATTER, send, receive, block, null, root);
        return true;
    }

    @Override
    final boolean allgathers(Object send, Object receive, DataLayout block, int bytes) {
        contributions.prepare(bytes);
        int token = allgathers.of(bytes, NO_ROOT);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, send, bytes);
        member.arrive(meeting, token);
        if (!haveAllArrived(meeting, token)) {
            executeBySchedule(meeting, CollectiveKind.ALLGATHER, send, receive, block, null, NO_ROOT);
            return true;
        }
        takeBlocks(meeting, receive, bytes);
        member.leaveAndWake(meeting);
        return over(CollectiveKind.ALLGATHER);
    }

    private void takeBlocks(long meeting, Object receive, int bytes) {
        for (int i = 0; i < size; i++) {
            contributions.copyTo(meeting, i, bytes, 0, receive, i * bytes, bytes);
        }
    }

    @Override
    final boolean exchanges(Object send, Object receive, DataLayout layout, int block) {
        int all = size * block;
        contributions.prepare(all);
        int token = alltoalls.of(block, NO_ROOT);
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, send, all);
        member.arrive(meeting, token);
        if (!haveAllArrived(meeting, token)) {
            executeBySchedule(meeting, CollectiveKind.ALLTOALL, send, receive, layout, null, NO_ROOT);
            return true;
        }
        for (int i = 0; i < size; i++) {
            contributions.copyTo(meeting, i, all, rank * block, receive, i * block, block);
        }
        member.leaveAndWake(meeting);
        return over(CollectiveKind.ALLTOALL);
    }
}
