package org.sennit.internal.endpoints.coll.call;

import org.sennit.Operation;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.algorithm.TeamMeeting;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.spi.context.RuntimeContext;

/**
 * Fast path of blocking collectives on whole arrays that fit into a line or a page, among few members of one process.
 * Takes the steps of the schedules of {@code LineReduction}, {@code LineBroadcast}, {@code MeetingBarrier},
 * {@code DirectAllgather} and {@code PairwiseAlltoall}, with the same signals on the same lines, but without a run. So
 * it is compatible with members on the general path (other memory, nonblocking, late). A call that finds anything
 * unusual, or has spun for too long, continues on the general path, which repeats the same steps in the same meeting
 * and makes all errors.
 *
 * <p>Each method returns true when the call is complete, and false, without effect, when the call does not suit this
 * path. Belongs to the thread that drives the endpoint; allocates nothing.
 */
public final class LineCalls {
    /**
     * Looks at a line without a pause, of 1 to 2 ns each: a signal that is on its way is there before a pause would
     * end.
     */
    private static final int LOOKS = 64;

    private static final int NO_ROOT = CollectiveCall.NO_ROOT;

    private final CommContext comm;
    private final Collectives collectives;
    private final Preparations calls;
    private final TeamMember member;
    private final ProgressEngine progress;
    private final RuntimeContext context;
    private final Contributions contributions;
    private final int rank; // the number of the member, too
    private final int size;
    private final CollectiveCall scratch = new CollectiveCall();
    private final int barrierToken;
    private final Tokens broadcasts;
    private final Tokens reductions;
    private final Tokens allreductions;
    private final Tokens allgathers;
    private final Tokens alltoalls;

    // The last operation and type that go together.
    private Object knownOperation;
    private ElementType knownType;

    private LineCalls(CommContext comm, Collectives collectives, Preparations calls) {
        this.comm = comm;
        this.collectives = collectives;
        this.calls = calls;
        this.member = collectives.member();
        this.progress = comm.device().self().progress();
        this.context = progress.context();
        this.contributions = new Contributions(member);
        this.rank = comm.rank();
        this.size = member.size();
        this.barrierToken = new Tokens(CollectiveKind.BARRIER).of(0, NO_ROOT);
        this.broadcasts = new Tokens(CollectiveKind.BROADCAST);
        this.reductions = new Tokens(CollectiveKind.REDUCE);
        this.allreductions = new Tokens(CollectiveKind.ALLREDUCE);
        this.allgathers = new Tokens(CollectiveKind.ALLGATHER);
        this.alltoalls = new Tokens(CollectiveKind.ALLTOALL);
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

    /** The tokens of the calls of one collective, the last one for each root. */
    private final class Tokens {
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

    /**
     * Executes MPI_Barrier.
     *
     * @return whether it is over; else nothing has happened
     */
    public boolean barrier() {
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

    /**
     * Executes MPI_Bcast.
     *
     * @return whether it is over; else nothing has happened
     */
    public boolean broadcast(Object memory, int root) {
        int bytes = lengthOf(memory, null);
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES || root < 0 || root >= size) {
            return false;
        }
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = broadcasts.of(bytes, root);
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
        executeBySchedule(meeting, CollectiveKind.BROADCAST, memory, null, null, null, root);
        return true;
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
        Object given = send == InPlace.IN_PLACE && isReceiver ? receive : send;
        int bytes = lengthOf(given, layout);
        if (bytes <= 0 || !isFor(operation, given, bytes) || isReceiver && !isLike(given, send, receive, bytes)) {
            return false;
        }
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        contributions.put(meeting, given, bytes);
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
                contributions.reduce(meeting, (Reduction) operation, knownType, receive, bytes);
                leave(meeting, isForAll);
                return over(isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE);
            }
        }
        CollectiveKind kind = isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE;
        executeBySchedule(meeting, kind, send, receive, layout, (Reduction) operation, root);
        return true;
    }

    /**
     * Executes MPI_Allgather.
     *
     * @param send the caller's block
     * @param receive room for all blocks
     * @return whether it is over; else nothing has happened
     */
    public boolean allgather(Object send, Object receive) {
        int bytes = lengthOf(send, null);
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES || !isLike(send, send, receive, size * bytes)) {
            return false;
        }
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = allgathers.of(bytes, NO_ROOT);
        contributions.put(meeting, send, bytes);
        member.arrive(meeting, token);
        if (!haveAllArrived(meeting, token)) {
            executeBySchedule(meeting, CollectiveKind.ALLGATHER, send, receive, null, null, NO_ROOT);
            return true;
        }
        for (int i = 0; i < size; i++) {
            contributions.copyTo(meeting, i, bytes, 0, receive, i * bytes, bytes);
        }
        member.leaveAndWake(meeting);
        return over(CollectiveKind.ALLGATHER);
    }

    /**
     * Executes MPI_Alltoall.
     *
     * @param send a block for each rank
     * @param receive room for a block of each rank
     * @return whether it is over; else nothing has happened
     */
    public boolean alltoall(Object send, Object receive) {
        int bytes = lengthOf(send, null);
        if (bytes <= 0 || bytes > BufferRef.PAGE_BYTES || !isLike(send, send, receive, bytes)) {
            return false;
        }
        int block = bytes / size;
        if (block * size != bytes || block % elementBytes(send) != 0) {
            return false;
        }
        long meeting = enter();
        if (meeting < 0) {
            return false;
        }
        int token = alltoalls.of(block, NO_ROOT);
        contributions.put(meeting, send, bytes);
        member.arrive(meeting, token);
        if (!haveAllArrived(meeting, token)) {
            executeBySchedule(meeting, CollectiveKind.ALLTOALL, send, receive, null, null, NO_ROOT);
            return true;
        }
        for (int i = 0; i < size; i++) {
            contributions.copyTo(meeting, i, bytes, rank * block, receive, i * block, block);
        }
        member.leaveAndWake(meeting);
        return over(CollectiveKind.ALLTOALL);
    }

    /** Enters the next meeting; −1 where the ordinary way has to wait for it, or to fail. */
    private long enter() {
        progress.giveTurn(); // not in the middle of a meeting: actions of the user may call collectives, too
        boolean isUsual = progress.isLastUser() && comm.isOpen() && !collectives.hasFailedMember();
        return isUsual ? member.enterNext() : -1;
    }

    /**
     * Executes a call, whose meeting has been entered, by a schedule. Its arguments have been checked, so its
     * preparation cannot fail.
     */
    private void executeBySchedule(
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
                case BROADCAST -> call.broadcast(send, null, root);
                case REDUCE -> call.reduce(send, receive, layout, operation, root);
                case ALLREDUCE -> call.allreduce(send, receive, layout, operation);
                case ALLGATHER -> call.allgather(send, null, receive, null, true);
                case ALLTOALL -> call.alltoall(send, null, receive, null, true);
                default -> throw new IllegalArgumentException(kind.call());
            };
            prepared.execute();
        } finally {
            collectives.leaveUnused(); // without memory for the call, or at the end of the job
        }
    }

    private boolean haveAllArrived(long meeting, int token) {
        for (int other = 0; other < size; other++) {
            if (other != rank && !hasArrived(meeting, token, other)) {
                return false;
            }
        }
        return !collectives.hasFailedMember();
    }

    private boolean hasArrived(long meeting, int token, int other) {
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
    private boolean hasLeftBehind(long meeting, int target, int token) {
        member.signal(meeting, 0, target, token);
        if (member.differing(meeting, token) >= 0 || collectives.hasFailedMember()) {
            return false;
        }
        member.leave(meeting);
        return true;
    }

    private void leave(long meeting, boolean hasSignalled) {
        if (hasSignalled) {
            member.leaveAndWake(meeting);
        } else {
            member.leave(meeting);
        }
    }

    /** Returns the length of all of an array, in bytes; −1 for what does not go this way. */
    private static int lengthOf(Object memory, DataLayout layout) {
        if (memory instanceof byte[] bytes) {
            return isOf(layout, DataLayout.BYTE) ? bytes.length : -1;
        }
        if (memory instanceof double[] doubles) {
            return isOf(layout, DataLayout.DOUBLE) ? lengthOf(doubles.length, Double.BYTES) : -1;
        }
        if (memory instanceof long[] longs) {
            return isOf(layout, DataLayout.LONG) ? lengthOf(longs.length, Long.BYTES) : -1;
        }
        if (memory instanceof int[] ints) {
            return isOf(layout, DataLayout.INT) ? lengthOf(ints.length, Integer.BYTES) : -1;
        }
        return -1;
    }

    private static int lengthOf(int elements, int each) {
        return elements <= TeamMeeting.FLAT_MEMBERS * BufferRef.PAGE_BYTES ? elements * each : -1;
    }

    private static boolean isOf(DataLayout layout, DataLayout own) {
        return layout == null || layout == own;
    }

    private static int elementBytes(Object array) {
        return array instanceof byte[] ? 1 : array instanceof int[] ? Integer.BYTES : Long.BYTES;
    }

    /**
     * Returns whether the result's memory is an array like the given one, of this length, and either in place or
     * another.
     */
    private static boolean isLike(Object given, Object send, Object receive, int bytes) {
        return receive != null
                && receive.getClass() == given.getClass()
                && (receive != send)
                && lengthOf(receive, null) == bytes;
    }

    private static ElementType typeOf(Object array) {
        return array instanceof double[]
                ? ElementType.DOUBLE
                : array instanceof long[] ? ElementType.LONG : array instanceof int[] ? ElementType.INT : null;
    }

    /** Ends the call, unless another thread has been here meanwhile. */
    private boolean over(CollectiveKind kind) {
        progress.leave(kind.call());
        return true;
    }

    /** Returns whether an operation is a predefined one for the elements of an array, which a page holds. */
    private boolean isFor(Operation operation, Object array, int bytes) {
        ElementType type = typeOf(array);
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
        return true;
    }
}
