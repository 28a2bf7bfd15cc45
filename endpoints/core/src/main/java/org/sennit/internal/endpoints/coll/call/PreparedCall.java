package org.sennit.internal.endpoints.coll.call;

import java.lang.foreign.MemorySegment;
import org.sennit.Blocks;
import org.sennit.internal.endpoints.coll.Agreement;
import org.sennit.internal.endpoints.coll.CallOwner;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.DisagreementException;
import org.sennit.internal.endpoints.coll.ScheduleRun;
import org.sennit.internal.endpoints.coll.Staging;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CallDescription;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.TabledBlocks;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionOrder;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * A call of a collective whose arguments have been checked and resolved, ready to be driven in one of three ways. That
 * of blocking calls is reused for the next one, that of a nonblocking call after its completion; that of a persistent
 * call belongs to its request.
 *
 * <p>Belongs to a thread that drives the endpoint. Every error is passed to the communicator's error handler before it
 * is thrown.
 */
public abstract class PreparedCall implements Staging, Agreement, CallOwner {
    final CommContext comm;
    final CallErrors errors;
    final CollectiveCall call = new CollectiveCall();
    final Operand in;
    final Operand out;
    final int rank;
    final int peers; // as many blocks as ranks that can be named
    final boolean isInter;

    /** In a rooted collective: whether this member gathers from, or gives to, all others. */
    boolean isRoot;

    /** In a rooted collective: whether this member gives to, or gets from, the root. */
    boolean isParty;

    private final Collectives collectives;
    private final boolean isChecked;
    private final boolean isReordered;

    private Sharing sharing = Sharing.NONE;
    private long shift;
    private Reduction operation; // null: nothing is reduced
    private ReductionType type;

    /** Says which of the two memories lies in the other. */
    private enum Sharing {
        NONE,
        IN_LIES_IN_OUT,
        OUT_LIES_IN_IN
    }

    PreparedCall(CommContext comm, Collectives collectives, String view) {
        this.comm = comm;
        this.collectives = collectives;
        this.errors = new CallErrors(comm, view);
        this.in = new Operand(false, errors, comm.device());
        this.out = new Operand(true, errors, comm.device());
        this.rank = comm.rank();
        this.peers = comm.peers().size();
        this.isInter = comm.isInter();
        this.isChecked = comm.own().process().device().isChecked();
        this.isReordered = comm.job().reductions() == ReductionOrder.PROCESS;
    }

    /**
     * Executes the call: the blocking driver.
     *
     * @throws SennitException what has gone wrong
     */
    public void execute() {
        try {
            placed();
            ready(collectives.idle(call)).execute();
            comm.endpoint().progress().leave(errors.operation());
        } catch (SennitException e) {
            in.abandon();
            out.abandon();
            throw comm.raise(e);
        }
        in.clear();
        out.clear();
    }

    /**
     * Starts the call: the nonblocking driver.
     *
     * @return an active request
     * @throws SennitException what has gone wrong so far
     */
    public Request begin() {
        try {
            placed();
            return ready(collectives.nonblocking(call)).begin(this);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    /**
     * Makes a persistent request: the persistent driver.
     *
     * @return an inactive request
     * @throws SennitException what has gone wrong
     */
    public Request persist() {
        try {
            placed(); // first: a call that fails is not counted
            return ready(collectives.fresh(call)).persistent();
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    private void placed() {
        in.place();
        out.place();
    }

    private ScheduleRun ready(ScheduleRun run) {
        switch (sharing) {
            case NONE -> run.memory(in.segment(), in.offset(), out.segment(), out.offset());
            case IN_LIES_IN_OUT -> run.memory(out.segment(), out.offset() + shift, out.segment(), out.offset());
            case OUT_LIES_IN_IN -> run.memory(in.segment(), in.offset(), in.segment(), in.offset() + shift);
        }
        run.arrays(
                sharing == Sharing.IN_LIES_IN_OUT ? out.array() : in.array(),
                sharing == Sharing.OUT_LIES_IN_IN ? in.array() : out.array());
        if (operation != null) {
            run.reduction(operation, type);
        }
        return run.staging(in.isStaged() || out.isStaged() || hasLaterStarts() ? this : null)
                .agreement(isChecked ? this : null);
    }

    /** Returns whether the memory may have gone when the call is started. */
    private boolean hasLaterStarts() {
        return errors.isPersistent();
    }

    @Override
    public void before() {
        in.before();
        out.before();
    }

    @Override
    public void after() {
        out.after();
    }

    @Override
    public boolean isForOneThread() {
        return comm.device().isShared() && out.isConfined();
    }

    /** Lets go of the memory. */
    @Override
    public void callIsOver() {
        in.clear();
        out.clear();
    }

    @Override
    public void describe(MemorySegment descriptions) {
        CallDescription.encode(
                call,
                operation == null ? null : operation.name(),
                operation == null ? elements() : type.toString(),
                descriptions,
                (long) rank * CallDescription.BYTES);
    }

    private String elements() {
        ElementType element = (in.length() > 0 ? in : out).elementType();
        return element == null ? null : element.name();
    }

    @Override
    public void check(MemorySegment descriptions) {
        String difference =
                CallDescription.difference(descriptions, 0, comm.group().size());
        if (difference != null) {
            throw new DisagreementException(difference + " communicator=" + comm);
        }
    }

    /** Begins to prepare. */
    final void begin(CollectiveKind kind) {
        errors.begin(kind);
        try {
            comm.begin(errors.operation());
        } catch (SennitException e) {
            throw comm.raise(e);
        }
        call.set(kind, 0);
        call.isChecked = isChecked;
        in.clear();
        out.clear();
        sharing = Sharing.NONE;
        operation = null;
    }

    final void root(int root) {
        boolean isOfSide = isInter && (root == CollectiveCall.SELF_ROOT || root == CollectiveCall.NOT_ROOT);
        if (!isOfSide && (root < 0 || root >= peers)) {
            throw errors.root(root);
        }
        call.root = root;
        isRoot = isInter ? root == CollectiveCall.SELF_ROOT : root == rank;
        isParty = !isInter || root >= 0;
    }

    final void checkIntra() {
        if (isInter) {
            throw errors.of(ErrorClass.COMM, "not for an intercommunicator");
        }
    }

    /** Returns whether a memory lies in the other, where MPI allows that. */
    final boolean isInPlace(Object memory, boolean isAllowed) {
        if (memory != InPlace.IN_PLACE) {
            return false;
        }
        if (isInter) {
            throw errors.of(ErrorClass.BUFFER, "IN_PLACE is not for an intercommunicator");
        }
        if (!isAllowed) {
            throw errors.of(ErrorClass.BUFFER, "IN_PLACE is for the root only");
        }
        call.isInPlace = true;
        return true;
    }

    final void inLiesInOut(long at) {
        sharing = Sharing.IN_LIES_IN_OUT;
        shift = at;
    }

    final void outLiesInIn(long at) {
        sharing = Sharing.OUT_LIES_IN_IN;
        shift = at;
    }

    final void reduces(Reduction op, DataLayout layout) {
        if (op == null) {
            throw errors.of(ErrorClass.OP, "no operation: given=null");
        }
        try {
            boolean isNothing = layout.elementType() == null && layout.sizeBytes() == 0; // and its types are not known
            type = isNothing ? ReductionType.of(ElementType.BYTE) : op.typeOf(layout);
        } catch (SennitException e) {
            throw errors.of(e.errorClass(), e.getMessage(), e);
        }
        operation = op;
        call.unitBytes = type.unitBytes();
        call.isReordered = isReordered && op.isCommutative();
    }

    final void whole(long bytes) {
        if (bytes % call.unitBytes != 0) {
            throw errors.of(
                    ErrorClass.COUNT, "not a whole number of units: bytes=" + bytes + " unit=" + call.unitBytes);
        }
    }

    /**
     * Throws where there is nothing to send, although the caller has room for as much. Between two sides only one of
     * them may send.
     *
     * @param receivesBytes the room
     */
    final void checkGiven(Object send, DataLayout layout, long receivesBytes) {
        if (send == null && layout == null && receivesBytes > 0 && !isInter) {
            throw errors.of(ErrorClass.BUFFER, "no send memory: given=null room=" + receivesBytes);
        }
    }

    /** Resolves a memory of one layout. */
    final long one(Operand operand, Object memory, DataLayout layout, boolean fills) {
        DataLayout which = layout == null ? MemoryViews.layoutOf(memory) : layout;
        operand.resolve(memory, which, fills);
        return operand.length();
    }

    /**
     * Resolves a memory of blocks of one layout.
     *
     * @param block a block's layout; null for the memory's own type
     * @param isLike whether only its length is meant where it lies in a row, and the blocks lie from the memory's
     *     beginning
     * @param blockBytes how long a block is where the layout does not say it; below 0 for what the memory holds
     * @param count their number
     * @return the length of a block
     */
    final long blocks(
            Operand operand,
            Object memory,
            DataLayout block,
            boolean isLike,
            long blockBytes,
            int count,
            boolean fills) {
        DataLayout each = block == null ? MemoryViews.layoutOf(memory) : block;
        if (each.fillsMemory()) {
            long has = one(operand, memory, each, fills);
            long length = blockBytes < 0 ? share(operand, each, count) : blockBytes;
            shorten(operand, 0, count, length);
            if (operand == in && has != operand.length()) {
                throw errors.of(
                        ErrorClass.COUNT,
                        operand.name() + " memory is longer than its blocks: blocks=" + count + " each=" + length
                                + " bytes has=" + has + " bytes (a layout with a count leaves the rest out)");
            }
            return length;
        }
        DataLayout elements = each.elementType() == null ? DataLayout.BYTE : DataLayout.of(each.elementType());
        long from = isLike || count == 0 ? 0 : each.offsetBytes();
        if (each.isDense() && from % elements.unitBytes() == 0) {
            one(operand, memory, elements, fills);
            shorten(operand, from, count, each.sizeBytes());
        } else {
            one(operand, memory, repeated(each, count), fills);
        }
        return each.sizeBytes();
    }

    private DataLayout repeated(DataLayout block, int count) {
        try {
            return DataLayout.contiguous(count, block);
        } catch (SennitException e) {
            throw errors.of(e.errorClass(), e.getMessage(), e);
        }
    }

    private long share(Operand operand, DataLayout each, int count) {
        long elements = operand.length() / each.unitBytes();
        if (count == 0) {
            return 0;
        }
        if (elements % count != 0) {
            throw errors.of(
                    ErrorClass.COUNT,
                    "memory is not a whole number of blocks: elements=" + elements + " blocks=" + count);
        }
        return operand.length() / count;
    }

    private void shorten(Operand operand, long from, int count, long blockBytes) {
        long has = operand.length() - from;
        // Not a product: a count that is far too large must not wrap around.
        if (from < 0 || has < 0 || count > 0 && has / count < blockBytes) {
            throw errors.tooSmall(operand.name(), operand.length(), from + (double) blockBytes * count);
        }
        operand.part(from, count * blockBytes);
    }

    /** Resolves a memory of blocks of their own. */
    final BlockTable blocks(Operand operand, Object memory, Blocks given, int count, boolean fills) {
        TabledBlocks blocks = (TabledBlocks) given;
        if (blocks == null || blocks.length() != count) {
            throw errors.blocks(blocks == null ? 0 : blocks.length(), count);
        }
        operand.resolve(memory, blocks, fills);
        return operand.isPacked() ? blocks.packed() : blocks.table();
    }

    /** Checks that what a member sends to itself is what it receives. */
    final void equal(int block, long sent, long received) {
        if (sent != received) {
            throw errors.unequal(block, sent, received);
        }
    }

    /** Checks the two memories against each other. */
    final PreparedCall checked() {
        if (sharing == Sharing.NONE && in.length() > 0 && out.length() > 0) {
            if (in.overlaps(out)) {
                throw errors.of(
                        ErrorClass.BUFFER, "send and receive memory overlap (IN_PLACE says that this is meant)");
            }
            ElementType sent = in.elementType();
            ElementType received = out.elementType();
            if (!isInter && sent != received && isPlain(sent) && isPlain(received)) {
                throw errors.of(
                        ErrorClass.TYPE,
                        "sent as one type, received as another: sent=" + sent + " received=" + received);
            }
        }
        return this;
    }

    private static boolean isPlain(ElementType element) {
        return element != null && element != ElementType.BYTE;
    }
}
