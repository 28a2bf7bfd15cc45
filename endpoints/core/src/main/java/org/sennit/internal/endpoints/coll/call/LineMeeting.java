package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.DataLayout;
import org.sennit.spi.context.RuntimeContext;

/**
 * The steps of the calls of {@link LineCalls}: a meeting that is entered, signals on its lines, and the way back to
 * the schedule of the same call. Belongs to the thread that drives the endpoint.
 */
abstract class LineMeeting {
    /**
     * Looks at a line without a pause, of 1 to 2 ns each: a signal that is on its way is there before a pause would
     * end.
     */
    private static final int LOOKS = 64;

    static final int NO_ROOT = CollectiveCall.NO_ROOT;

    final Collectives collectives;
    final TeamMember member;
    final Contributions contributions;
    final int rank; // the number of the member, too
    final int size;

    private final CommContext comm;
    private final Preparations calls;
    private final ProgressEngine progress;
    private final RuntimeContext context;
    private final CollectiveCall scratch = new CollectiveCall();

    LineMeeting(CommContext comm, Collectives collectives, Preparations calls) {
        this.comm = comm;
        this.collectives = collectives;
        this.calls = calls;
        this.member = collectives.member();
        this.progress = comm.device().self().progress();
        this.context = progress.context();
        this.contributions = new Contributions(member);
        this.rank = comm.rank();
        this.size = member.size();
    }

    /** The tokens of the calls of one collective, the last one for each root. */
    final class Tokens {
        private final CollectiveKind kind;
        private final int[] bytes = new int[size + 1];
        private final int[] tokens = new int[size + 1]; // 0: not known

        Tokens(CollectiveKind kind) {
            this.kind = kind;
        }

        int of(int length, int root) {
            int i = root + 1;
            if (bytes[i] != length || tokens[i] == 0) {
                scratch.set(kind, length).root = root;
                bytes[i] = length;
                tokens[i] = scratch.token();
            }
            return tokens[i];
        }
    }

    /** Enters the next meeting; −1 where the ordinary way has to wait for it, or to fail. */
    final long enter() {
        progress.giveTurn(); // not in the middle of a meeting: actions of the user may call collectives, too
        boolean isUsual = progress.isLastUser() && comm.isOpen() && !collectives.hasFailedMember();
        return isUsual ? member.enterNext() : -1;
    }

    /**
     * Executes a call, whose meeting has been entered, by a schedule. Its arguments have been checked, so its
     * preparation cannot fail.
     */
    final void executeBySchedule(
            long meeting,
            CollectiveKind kind,
            Object send,
            Object receive,
            DataLayout layout,
            Reduction operation,
            int root) {
        collectives.continueMeeting(meeting);
        try {
            Preparation call = calls.blocking();
            PreparedCall prepared = switch (kind) {
                case BARRIER -> call.barrier();
                case BROADCAST -> call.broadcast(send, layout, root);
                case REDUCE -> call.reduce(send, receive, layout, operation, root);
                case ALLREDUCE -> call.allreduce(send, receive, layout, operation);
                case SCAN -> call.scan(send, receive, layout, operation);
                case EXSCAN -> call.exscan(send, receive, layout, operation);
                case GATHER -> call.gather(send, layout, receive, layout, true, root);
                case SCATTER -> call.scatter(send, layout, receive, layout, true, root);
                case ALLGATHER -> call.allgather(send, layout, receive, layout, true);
                case ALLTOALL -> call.alltoall(send, layout, receive, layout, true);
                default -> throw new IllegalArgumentException(kind.call());
            };
            prepared.execute();
        } finally {
            collectives.leaveUnused(); // without memory for the call, or at the end of the job
        }
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

    /** Ends the call, unless another thread has been here meanwhile. */
    final boolean over(CollectiveKind kind) {
        progress.leave(kind.call());
        return true;
    }
}
