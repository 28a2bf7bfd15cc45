package org.sennit.endpoints.api;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.ElementType;
import org.sennit.runtime.memory.LayoutCopy;
import org.sennit.runtime.memory.MemoryViews;

/**
 * The collective calls of a {@link Communicator}: checks what the user gave before anybody is waited for, and stages
 * memory that the other members must not touch.
 */
final class CollectiveCalls {
    private static final int ALL = -1;

    private final CommContext context;
    private final Collectives collectives;
    private final int size;

    CollectiveCalls(CommContext context, Collectives collectives) {
        this.context = context;
        this.collectives = collectives;
        this.size = context.group().size();
    }

    void barrier() {
        try {
            runBarrier();
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runBarrier() {
        context.checkOpen("barrier");
        context.checkIntra("barrier");
        try {
            collectives.barrier();
        } catch (RuntimeException e) {
            throw broken("barrier", e);
        }
    }

    void broadcast(Object memory, DataLayout layout, int root) {
        try {
            runBroadcast(memory, layout, root);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runBroadcast(Object memory, DataLayout layout, int root) {
        context.checkOpen("broadcast");
        context.checkIntra("broadcast");
        checkRoot("broadcast", root);
        boolean isRoot = context.rank() == root;
        Operand operand = operand("broadcast", memory, layout, isRoot, !isRoot);
        try {
            collectives.broadcast(operand.segment, operand.offset, operand.length, root);
        } catch (RuntimeException e) {
            throw broken("broadcast", e);
        }
        operand.bringBack();
    }

    DataLayout layoutOf(Object sendMemory, Object receiveMemory) {
        return MemoryViews.layoutOf(sendMemory == Communicator.IN_PLACE ? receiveMemory : sendMemory);
    }

    void reduce(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation, int root) {
        try {
            runReduce(sendMemory, receiveMemory, layout, operation, root);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runReduce(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation, int root) {
        context.checkOpen("reduce");
        context.checkIntra("reduce");
        checkRoot("reduce", root);
        reduction("reduce", sendMemory, receiveMemory, layout, operation, root, context.rank() == root);
    }

    void allreduce(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        try {
            runAllreduce(sendMemory, receiveMemory, layout, operation);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runAllreduce(Object sendMemory, Object receiveMemory, DataLayout layout, Operation operation) {
        context.checkOpen("allreduce");
        context.checkIntra("allreduce");
        reduction("allreduce", sendMemory, receiveMemory, layout, operation, ALL, true);
    }

    private void reduction(
            String name,
            Object sendMemory,
            Object receiveMemory,
            DataLayout layout,
            Operation operation,
            int root,
            boolean receives) {
        operation.check(layout.elementType());
        boolean isInPlace = sendMemory == Communicator.IN_PLACE;
        if (isInPlace && !receives) {
            throw new SennitException(
                    ErrorClass.BUFFER, "IN_PLACE is for the root only: operation=" + name + " rank=" + context.rank());
        }
        Operand result = receives ? operand(name, receiveMemory, layout, isInPlace, true) : null;
        Operand operand = isInPlace ? result : operand(name, sendMemory, layout, true, false);
        if (receives && result.length < operand.length) {
            throw tooSmall(name, "result", result.length, operand.length);
        }
        try {
            collectives.reduce(
                    operand.segment,
                    operand.offset,
                    receives ? result.segment : MemorySegment.NULL,
                    receives ? result.offset : 0,
                    layout.elementType(),
                    operand.length / layout.elementType().bytes(),
                    operation,
                    root);
        } catch (RuntimeException e) {
            throw broken(name, e);
        }
        if (receives) {
            result.bringBack();
        }
    }

    void gather(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        try {
            runGather(sendMemory, receiveMemory, block, root);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runGather(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        context.checkOpen("gather");
        context.checkIntra("gather");
        checkRoot("gather", root);
        boolean isRoot = context.rank() == root;
        Operand own = operand("gather", sendMemory, block, true, false);
        Operand all = isRoot ? blocks("gather", receiveMemory, block, own.length, false, true) : Operand.NONE;
        try {
            collectives.gather(own.segment, own.offset, all.segment, all.offset, own.length, root);
        } catch (RuntimeException e) {
            throw broken("gather", e);
        }
        all.bringBack();
    }

    void scatter(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        try {
            runScatter(sendMemory, receiveMemory, block, root);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runScatter(Object sendMemory, Object receiveMemory, DataLayout block, int root) {
        context.checkOpen("scatter");
        context.checkIntra("scatter");
        checkRoot("scatter", root);
        boolean isRoot = context.rank() == root;
        Operand own = operand("scatter", receiveMemory, block, false, true);
        Operand all = isRoot ? blocks("scatter", sendMemory, block, own.length, true, false) : Operand.NONE;
        try {
            collectives.scatter(all.segment, all.offset, own.segment, own.offset, own.length, root);
        } catch (RuntimeException e) {
            throw broken("scatter", e);
        }
        own.bringBack();
    }

    void allgather(Object sendMemory, Object receiveMemory, DataLayout block) {
        try {
            runAllgather(sendMemory, receiveMemory, block);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runAllgather(Object sendMemory, Object receiveMemory, DataLayout block) {
        context.checkOpen("allgather");
        context.checkIntra("allgather");
        Operand own = operand("allgather", sendMemory, block, true, false);
        Operand all = blocks("allgather", receiveMemory, block, own.length, false, true);
        try {
            collectives.allgather(own.segment, own.offset, all.segment, all.offset, own.length);
        } catch (RuntimeException e) {
            throw broken("allgather", e);
        }
        all.bringBack();
    }

    void alltoall(Object sendMemory, Object receiveMemory, DataLayout block) {
        try {
            runAlltoall(sendMemory, receiveMemory, block);
        } catch (SennitException e) {
            throw context.raise(e);
        }
    }

    private void runAlltoall(Object sendMemory, Object receiveMemory, DataLayout block) {
        context.checkOpen("alltoall");
        context.checkIntra("alltoall");
        DataLayout whole = block == null ? MemoryViews.layoutOf(sendMemory) : block;
        long blockBytes;
        if (block == null) {
            int bytes = whole.elementType().bytes();
            long elements = operand("alltoall", sendMemory, whole, true, false).length / bytes;
            if (elements % size != 0) {
                throw new SennitException(
                        ErrorClass.COUNT,
                        "memory is not a whole number of blocks: operation=alltoall elements=" + elements + " size="
                                + size);
            }
            blockBytes = elements / size * bytes;
        } else {
            blockBytes = block.sizeBytes();
            if (block.fillsMemory()) {
                throw new SennitException(ErrorClass.COUNT, "a block needs a count: operation=alltoall block=" + block);
            }
            if (block.isDense() && block.offsetBytes() != 0) { // it would be ignored on both sides
                throw new SennitException(
                        ErrorClass.ARG,
                        "the blocks lie at the memory's beginning, so a block has no offset: operation=alltoall block="
                                + block);
            }
        }
        Operand from = blocks("alltoall", sendMemory, whole, blockBytes, true, false);
        Operand to = blocks("alltoall", receiveMemory, whole, blockBytes, false, true);
        try {
            collectives.alltoall(from.segment, from.offset, to.segment, to.offset, blockBytes);
        } catch (RuntimeException e) {
            throw broken("alltoall", e);
        }
        to.bringBack();
    }

    /** A memory that holds a block for each member. */
    private Operand blocks(
            String name, Object memory, DataLayout block, long blockBytes, boolean isRead, boolean isWritten) {
        if (!block.isDense()) { // the blocks lie at its extent
            return operand(name, memory, DataLayout.contiguous(size, block), isRead, isWritten);
        }
        DataLayout all = block.elementType() == null ? DataLayout.BYTE : DataLayout.of(block.elementType());
        Operand operand = operand(name, memory, all, isRead, isWritten);
        if (operand.length / size < blockBytes) { // not a product: a count that is far too large must not wrap around
            throw tooSmall(name, isRead ? "send" : "receive", operand.length, (double) blockBytes * size);
        }
        return operand;
    }

    private Operand operand(String name, Object memory, DataLayout layout, boolean isRead, boolean isWritten) {
        ElementType type = ElementType.ofArray(memory);
        if (isWritten && layout.overlapsItself()) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "a layout that means a byte twice cannot receive: operation=" + name + " rank=" + context.rank()
                            + " layout=" + layout);
        }
        if (type != null && !layout.fits(type)) {
            throw new SennitException(
                    ErrorClass.TYPE,
                    "array of one type, layout of another: operation=" + name + " array=" + type + " layout=" + layout);
        }
        boolean isBoolean = memory instanceof boolean[];
        MemorySegment segment = isBoolean
                ? MemoryViews.stage((boolean[]) memory)
                : context.device().views().of(memory);
        long length = lengthOf(name, segment, layout);
        if (isWritten && segment.isReadOnly()) {
            throw new SennitException(
                    ErrorClass.BUFFER, "memory is read-only: operation=" + name + " rank=" + context.rank());
        }
        if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "memory cannot be used here (its arena is closed, or it is confined to another thread): operation="
                            + name + " rank=" + context.rank());
        }
        boolean[] values = isBoolean && isWritten ? (boolean[]) memory : null;
        if (!layout.isContiguous() || isRead && MemoryViews.isConfined(segment)) {
            MemorySegment staged = java.lang.foreign.Arena.ofAuto().allocate(Math.max(1, length), Long.BYTES);
            LayoutCopy.pack(
                    segment, layout.offsetBytes(), layout.orNullIfContiguous(), 0, staged, 0, isRead ? length : 0);
            return new Operand(staged, 0, length, values, isWritten ? segment : null, layout);
        }
        return new Operand(segment, layout.offsetBytes(), length, values, null, layout);
    }

    private long lengthOf(String name, MemorySegment segment, DataLayout layout) {
        try {
            return layout.lengthBytes(segment.byteSize());
        } catch (SennitException e) {
            throw new SennitException(
                    e.errorClass(),
                    e.getMessage() + " operation=" + name + " rank=" + context.rank() + " communicator=" + context,
                    e);
        }
    }

    /**
     * Something has gone wrong in the middle: this member is out of step with the others, who would wait for it for
     * ever. So the job fails, even if the program goes on.
     */
    private SennitException broken(String name, RuntimeException cause) {
        context.job().health().fail("rank " + context.rank() + " in " + name, cause);
        if (cause instanceof SennitException known) {
            return known;
        }
        boolean isMemory = cause instanceof IllegalStateException || cause instanceof WrongThreadException;
        String what = isMemory
                ? "memory of a member cannot be used any more (its arena is closed)"
                : "the members do not make the same call with the same sizes";
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.ARG,
                what + ": operation=" + name + " rank=" + context.rank() + " communicator=" + context + " cause="
                        + cause,
                cause);
    }

    private SennitException tooSmall(String name, String which, long has, double needs) {
        return new SennitException(
                ErrorClass.COUNT,
                which + " memory too small: operation=" + name + " rank=" + context.rank() + " communicator=" + context
                        + " needs=" + (long) needs + " bytes has=" + has + " bytes");
    }

    void checkRank(String name, int rank) {
        if (rank < 0 || rank >= size) {
            throw new SennitException(
                    ErrorClass.RANK,
                    "rank outside the communicator: operation=" + name + " rank=" + rank + " size=" + size
                            + " communicator=" + context);
        }
    }

    private void checkRoot(String name, int root) {
        if (root < 0 || root >= size) {
            throw new SennitException(
                    ErrorClass.ROOT,
                    "root outside the communicator: operation=" + name + " rank=" + context.rank() + " root=" + root
                            + " size=" + size + " communicator=" + context);
        }
    }

    /**
     * A memory as the collectives take it, and what it stands for.
     *
     * @param segment what they touch
     * @param offset where it begins, in bytes
     * @param length how long it is, in bytes
     * @param values the array to bring the result back to, or null
     * @param unpacked the memory for which the segment stands and which gets the result, or null
     * @param layout which elements of the user's memory are meant
     */
    private record Operand(
            MemorySegment segment,
            long offset,
            long length,
            boolean[] values,
            MemorySegment unpacked,
            DataLayout layout) {
        static final Operand NONE = new Operand(MemorySegment.NULL, 0, 0, null, null, DataLayout.BYTE);

        void bringBack() {
            if (unpacked != null) {
                LayoutCopy.unpack(segment, 0, unpacked, layout.offsetBytes(), layout.orNullIfContiguous(), 0, length);
            }
            if (values != null) {
                MemoryViews.unstage(unpacked == null ? segment : unpacked, values, layout, length);
            }
        }
    }
}
