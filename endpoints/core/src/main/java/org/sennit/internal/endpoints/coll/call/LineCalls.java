package org.sennit.internal.endpoints.coll.call;

import org.sennit.Operation;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.algorithm.TeamMeeting;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * Fast path of blocking collectives on plain arrays that fit into a line or a page, among few members of one process.
 * Takes the steps of the schedules of {@code LineReduction}, {@code LineScan}, {@code LineBroadcast}, {@code
 * MeetingBarrier}, {@code LocalGather}, {@code LocalScatter}, {@code DirectAllgather} and {@code LocalAlltoall}, with
 * the same signals on the same lines and pages, but without a run. So it is compatible with members on the general path
 * (other memory, nonblocking, late). A call that finds anything unusual, or has spun for too long, continues on the
 * general path, which repeats the same steps in the same meeting and makes all errors.
 *
 * <p>Each method returns true when the call is complete, and false, without effect, when the call does not suit this
 * path. What may fail for lack of memory comes before the meeting. Belongs to the thread that drives the endpoint;
 * allocates with the first long operand and the first reduction of a type only.
 */
public final class LineCalls extends LineMovement {
    private final Tokens reductions;
    private final Tokens allreductions;
    private final Tokens scans;
    private final Tokens exscans;

    // The last operation and type that go together.
    private Object knownOperation;
    private ElementType knownType;

    private LineCalls(CommContext comm, Collectives collectives, Preparations calls) {
        super(comm, collectives, calls);
        this.reductions = new Tokens(CollectiveKind.REDUCE);
        this.allreductions = new Tokens(CollectiveKind.ALLREDUCE);
        this.scans = new Tokens(CollectiveKind.SCAN);
        this.exscans = new Tokens(CollectiveKind.EXSCAN);
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
        boolean isOneProcess = !comm.isInter() && members == comm.group().size();
        boolean isPlain = !comm.device().keepsForThreads() && comm.device().observer() == null;
        return isFew && isOneProcess && isPlain ? new LineCalls(comm, collectives, calls) : null;
    }

    /**
     * Executes MPI_Reduce.
     *
     * @param send the operand, or in place at the root
     * @param receive the result's memory; looked at only at the root
     * @param layout which elements of either; null for the memory's own type
     * @return whether it is over; else nothing has happened
     */
    public boolean reduce(Object send, Object receive, DataLayout layout, Operation operation, int root) {
        return root >= 0 && root < size && reduceTo(send, receive, layout, operation, root);
    }

    /**
     * Executes MPI_Allreduce.
     *
     * @param send the operand, or in place
     * @param receive the result's memory
     * @param layout which elements of either; null for the memory's own type
     * @return whether it is over; else nothing has happened
     */
    public boolean allreduce(Object send, Object receive, DataLayout layout, Operation operation) {
        return reduceTo(send, receive, layout, operation, NO_ROOT);
    }

    private boolean reduceTo(Object send, Object receive, DataLayout layout, Operation operation, int root) {
        boolean isReceiver = root == NO_ROOT || root == rank;
        int bytes = operandBytes(send, receive, layout, operation, isReceiver);
        if (bytes <= 0) {
            return false;
        }
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, operandOf(send, receive, isReceiver), bytes);
        boolean isForAll = root == NO_ROOT;
        int token = (isForAll ? allreductions : reductions).of(bytes, root);
        if (!isReceiver) {
            if (hasLeftBehind(meeting, root, token)) {
                return over(CollectiveKind.REDUCE);
            }
        } else {
            if (isForAll) {
                member.arrive(meeting, token);
            }
            if (haveAllArrived(meeting, token)) {
                contributions.reduce(meeting, size, (Reduction) operation, PlainArrays.typeOf(receive), receive, bytes);
                leave(meeting, isForAll);
                return over(isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE);
            }
        }
        CollectiveKind kind = isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE;
        executeBySchedule(meeting, kind, send, receive, layout, (Reduction) operation, root);
        return true;
    }

    /**
     * Executes MPI_Scan or MPI_Exscan.
     *
     * @param send the operand, or in place
     * @param receive the result's memory
     * @param layout which elements of either; null for the memory's own type
     * @param isInclusive whether the result has the caller's operand in it
     * @return whether it is over; else nothing has happened
     */
    public boolean scan(Object send, Object receive, DataLayout layout, Operation operation, boolean isInclusive) {
        int bytes = operandBytes(send, receive, layout, operation, true);
        if (bytes <= 0) {
            return false;
        }
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, operandOf(send, receive, true), bytes);
        int token = (isInclusive ? scans : exscans).of(bytes, NO_ROOT);
        CollectiveKind kind = isInclusive ? CollectiveKind.SCAN : CollectiveKind.EXSCAN;
        if (!hasBegun(meeting, token) || !haveArrived(meeting, token, rank)) {
            executeBySchedule(meeting, kind, send, receive, layout, (Reduction) operation, NO_ROOT);
            return true;
        }
        int operands = isInclusive ? rank + 1 : rank;
        if (operands > 0) {
            contributions.reduce(meeting, operands, (Reduction) operation, PlainArrays.typeOf(receive), receive, bytes);
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

    /**
     * Returns how long an operand is.
     *
     * @return bytes, or a number below 1 where the operation, the memories or the layout do not suit this path
     */
    private int operandBytes(Object send, Object receive, DataLayout layout, Operation operation, boolean isReceiver) {
        Object given = operandOf(send, receive, isReceiver);
        int bytes = PlainArrays.bytesOf(given, layout);
        boolean isFit = bytes > 0
                && isFor(operation, given, bytes)
                && (!isReceiver || send == InPlace.IN_PLACE || PlainArrays.isLike(given, receive, layout, bytes));
        return isFit ? bytes : 0;
    }

    private static Object operandOf(Object send, Object receive, boolean isReceiver) {
        return send == InPlace.IN_PLACE && isReceiver ? receive : send;
    }

    private void leave(long meeting, boolean hasSignalled) {
        if (hasSignalled) {
            member.leaveAndWake(meeting);
        } else {
            member.leave(meeting);
        }
    }

    /** Returns whether an operation is a predefined one for the elements of an array, which a page holds. */
    private boolean isFor(Operation operation, Object array, int bytes) {
        ElementType type = PlainArrays.typeOf(array);
        if (type == null || bytes > BufferRef.PAGE_BYTES) {
            return false;
        }
        if (operation != knownOperation || type != knownType) {
            if (!(operation instanceof Reduction reduction) || !reduction.isFor(type)) {
                return false;
            }
            knownOperation = operation;
            knownType = type;
        }
        contributions.prepare((Reduction) operation, type, bytes);
        return true;
    }
}
