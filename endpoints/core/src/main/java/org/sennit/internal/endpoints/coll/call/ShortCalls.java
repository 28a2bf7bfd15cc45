package org.sennit.internal.endpoints.coll.call;

import org.sennit.Operation;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.SennitException;

/**
 * Fast path of blocking collectives on short plain arrays: takes the steps of their schedules without a run, so that a
 * call is compatible with members on the general path (other memory, nonblocking, late). A call that finds anything
 * unusual, or has spun for too long, continues on the general path, in the same meeting, which makes all errors.
 *
 * <p>Each method returns true when the call is complete, and false, without effect, when the call does not suit this
 * path. What may fail for lack of memory comes before the meeting. Belongs to the thread that drives the endpoint;
 * allocates with the first long operand, the first reduction of a type, and where {@link CallKeys} does.
 */
public abstract class ShortCalls {
    static final int NO_ROOT = CollectiveCall.NO_ROOT;

    final Collectives collectives;
    final TeamMember member;
    final ProgressEngine progress;
    final int rank;
    final int size;

    private final CommContext comm;
    private final Preparations calls;
    private final int mostBytes;
    private final int mostBlockBytes;

    // The last operation and type that go together.
    private Object knownOperation;
    private ElementType knownType;

    /**
     * Makes the fast path of a communicator.
     *
     * @param calls where the ordinary calls come from
     * @param mostBytes the longest contribution of a member
     * @param mostBlockBytes the longest of its blocks, where it has one for each member
     */
    ShortCalls(CommContext comm, Collectives collectives, Preparations calls, int mostBytes, int mostBlockBytes) {
        this.comm = comm;
        this.collectives = collectives;
        this.calls = calls;
        this.mostBytes = mostBytes;
        this.mostBlockBytes = mostBlockBytes;
        this.member = collectives.member();
        this.progress = comm.device().self().progress();
        this.rank = comm.rank();
        this.size = comm.group().size();
    }

    /** Returns whether a communicator has one side, and its endpoint is not checked, observed or of several threads. */
    static boolean isPlain(CommContext comm) {
        return !comm.isInter()
                && !comm.device().keepsForThreads()
                && comm.device().observer() == null;
    }

    // ---- the calls ----

    /**
     * Executes MPI_Barrier.
     *
     * @return whether it is over; else nothing has happened
     */
    public abstract boolean barrier();

    /**
     * Executes MPI_Bcast.
     *
     * @param layout which elements; null for the memory's own type
     * @return whether it is over; else nothing has happened
     */
    public final boolean broadcast(Object memory, DataLayout layout, int root) {
        int bytes = PlainArrays.bytesOf(memory, layout);
        return fits(bytes) && isRank(root) && broadcasts(memory, layout, root, bytes);
    }

    /**
     * Executes MPI_Gather.
     *
     * @param send the caller's block
     * @param receive room for all blocks; looked at only at the root
     * @param block which elements of the caller's block; null for all
     * @return whether it is over; else nothing has happened
     */
    public final boolean gather(Object send, Object receive, DataLayout block, int root) {
        int bytes = PlainArrays.bytesOf(send, block);
        return fits(bytes)
                && isRank(root)
                && (root != rank || PlainArrays.isLike(send, receive, block, size * bytes))
                && gathers(send, receive, block, root, bytes);
    }

    /**
     * Executes MPI_Scatter.
     *
     * @param send all blocks; looked at only at the root
     * @param receive room for the caller's block
     * @param block which elements of the caller's block; null for all
     * @return whether it is over; else nothing has happened
     */
    public final boolean scatter(Object send, Object receive, DataLayout block, int root) {
        int bytes = PlainArrays.bytesOf(receive, block);
        return bytes > 0
                && bytes <= mostBlockBytes
                && isRank(root)
                && (root != rank || PlainArrays.isLike(receive, send, block, size * bytes))
                && scatters(send, receive, block, root, bytes);
    }

    /**
     * Executes MPI_Allgather.
     *
     * @param send the caller's block
     * @param receive room for all blocks
     * @param block which elements of the caller's block; null for all
     * @return whether it is over; else nothing has happened
     */
    public final boolean allgather(Object send, Object receive, DataLayout block) {
        int bytes = PlainArrays.bytesOf(send, block);
        return fits(bytes)
                && PlainArrays.isLike(send, receive, block, size * bytes)
                && allgathers(send, receive, block, bytes);
    }

    /**
     * Executes MPI_Alltoall.
     *
     * @param send a block for each rank
     * @param receive room for a block of each rank
     * @param layout which elements of a block; null where the blocks fill the memory
     * @return whether it is over; else nothing has happened
     */
    public final boolean alltoall(Object send, Object receive, DataLayout layout) {
        int bytes = PlainArrays.bytesOf(send, layout); // of all blocks, or of one
        if (bytes <= 0 || bytes > mostBlockBytes * size) {
            return false;
        }
        int all = layout == null ? bytes : bytes * size;
        int block = all / size;
        return block <= mostBlockBytes
                && block * size == all
                && block % PlainArrays.typeOf(send).bytes() == 0
                && (layout == null || !layout.fillsMemory())
                && PlainArrays.holds(send, layout, all)
                && PlainArrays.isLike(send, receive, layout, all)
                && exchanges(send, receive, layout, block);
    }

    /**
     * Executes MPI_Reduce.
     *
     * @param send the operand, or in place at the root
     * @param receive the result's memory; looked at only at the root
     * @param layout which elements of either; null for the memory's own type
     * @return whether it is over; else nothing has happened
     */
    public final boolean reduce(Object send, Object receive, DataLayout layout, Operation operation, int root) {
        if (!isRank(root)) {
            return false;
        }
        int bytes = operandBytes(send, receive, layout, operation, root == rank);
        return bytes > 0 && reduces(send, receive, layout, (Reduction) operation, root, bytes);
    }

    /**
     * Executes MPI_Allreduce.
     *
     * @param send the operand, or in place
     * @param receive the result's memory
     * @param layout which elements of either; null for the memory's own type
     * @return whether it is over; else nothing has happened
     */
    public final boolean allreduce(Object send, Object receive, DataLayout layout, Operation operation) {
        int bytes = operandBytes(send, receive, layout, operation, true);
        return bytes > 0 && reduces(send, receive, layout, (Reduction) operation, NO_ROOT, bytes);
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
    public final boolean scan(
            Object send, Object receive, DataLayout layout, Operation operation, boolean isInclusive) {
        int bytes = operandBytes(send, receive, layout, operation, true);
        return bytes > 0 && scans(send, receive, layout, (Reduction) operation, isInclusive, bytes);
    }

    // ---- their steps; the arguments have been checked, all lengths are of one member's contribution ----

    abstract boolean broadcasts(Object memory, DataLayout layout, int root, int bytes);

    abstract boolean gathers(Object send, Object receive, DataLayout block, int root, int bytes);

    abstract boolean scatters(Object send, Object receive, DataLayout block, int root, int bytes);

    abstract boolean allgathers(Object send, Object receive, DataLayout block, int bytes);

    /** Executes MPI_Alltoall with blocks of a length. */
    abstract boolean exchanges(Object send, Object receive, DataLayout layout, int block);

    /** Executes MPI_Reduce, or MPI_Allreduce where there is no root. */
    abstract boolean reduces(Object send, Object receive, DataLayout layout, Reduction operation, int root, int bytes);

    abstract boolean scans(
            Object send, Object receive, DataLayout layout, Reduction operation, boolean isInclusive, int bytes);

    /** Returns whether the messages of the call of a meeting have been sent, so that its schedule must not. */
    abstract boolean hasSent(long meeting);

    /** Returns what has been thrown in the meeting, which its schedule is to report, and forgets it; else null. */
    abstract Throwable takeFailure();

    /** Makes what a reduction needs, which may fail: before the meeting. */
    abstract void prepare(Reduction operation, ElementType type, int bytes);

    // ---- arguments ----

    private boolean fits(int bytes) {
        return bytes > 0 && bytes <= mostBytes;
    }

    private boolean isRank(int root) {
        return root >= 0 && root < size;
    }

    /**
     * Returns how long an operand is.
     *
     * @return bytes, or a number below 1 where the operation, the memories or the layout do not suit this path
     */
    private int operandBytes(Object send, Object receive, DataLayout layout, Operation operation, boolean isReceiver) {
        Object given = operandOf(send, receive, isReceiver);
        int bytes = PlainArrays.bytesOf(given, layout);
        boolean isFit = fits(bytes)
                && isFor(operation, given, bytes)
                && (!isReceiver || send == InPlace.IN_PLACE || PlainArrays.isLike(given, receive, layout, bytes));
        return isFit ? bytes : 0;
    }

    static Object operandOf(Object send, Object receive, boolean isReceiver) {
        return send == InPlace.IN_PLACE && isReceiver ? receive : send;
    }

    /** Returns whether an operation is a predefined one for the elements of an array. */
    private boolean isFor(Operation operation, Object array, int bytes) {
        ElementType type = PlainArrays.typeOf(array);
        if (type == null) {
            return false;
        }
        if (operation != knownOperation || type != knownType) {
            if (!(operation instanceof Reduction reduction) || !reduction.isFor(type)) {
                return false;
            }
            knownOperation = operation;
            knownType = type;
        }
        prepare((Reduction) operation, type, bytes);
        return true;
    }

    // ---- the meeting ----

    /** Returns whether the calling thread may go on; if not, the general path refuses it. */
    final boolean isUser() {
        return progress.isLastUser();
    }

    /** Enters the next meeting; −1 where the general path has to wait for it, or to fail. */
    final long enterNext() {
        boolean isUsual = isUser() && comm.isOpen() && !collectives.hasFailedMember();
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
        Throwable thrown = takeFailure();
        collectives.continueMeeting(meeting, hasSent(meeting), thrown);
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
        } catch (Throwable e) {
            if (collectives.leaveUnused()) { // without memory for the call, or another thread has entered
                throw broken(kind, thrown, e);
            }
            throw e;
        }
    }

    /**
     * Fails the job: others have seen this member in the meeting, which it cannot continue.
     *
     * @param thrown what came first; null for nothing
     * @param last why the call cannot continue; if it is a SennitException the error handler has been called
     * @return the error of the call
     */
    private SennitException broken(CollectiveKind kind, Throwable thrown, Throwable last) {
        Throwable cause = thrown == null ? last : thrown;
        if (cause != last) {
            cause.addSuppressed(last);
        }
        SennitException error = collectives.broken(kind, cause);
        return last instanceof SennitException reported ? reported : comm.raise(error);
    }

    /** Ends the call, unless another thread has been here meanwhile. */
    final boolean over(CollectiveKind kind) {
        progress.leave(kind.call());
        return true;
    }
}
