package org.sennit.internal.endpoints.coll.schedule;

import java.util.Objects;
import org.sennit.internal.endpoints.group.ArgumentHash;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.team.Team;

/**
 * A call of a collective by one member: everything that its schedule depends on, besides the placement of the ranks.
 * Equal calls have equal schedules, so a call is the key of the cache of schedules. Mutable, so that a look-up
 * allocates nothing; the cache keeps a copy.
 *
 * <p>What {@link #bytes} means: of a block for gather, scatter, allgather, alltoall, reduceScatterBlock and neighbor
 * collectives; of all elements for broadcast, reduce, allreduce, scan and exscan; of the caller's block for gatherv
 * (what it sends), scatterv (what it receives) and allgatherv. A member's memories: {@link BufferRef#IN} is what it
 * sends, {@link BufferRef#OUT} where it receives. In place, IN is the part of OUT that MPI defines as the operand: the
 * caller's block for gather and allgather, all of OUT for alltoall and the reductions; for scatter OUT is the caller's
 * block of IN. In place, alltoallv has the same table twice.
 */
public final class CollectiveCall {
    /** The root of a call whose result all members get. */
    public static final int NO_ROOT = -1;
    /** The root on an intercommunicator that stands for this member. (MPI_ROOT) */
    public static final int SELF_ROOT = -3;
    /** The root on an intercommunicator that stands for another member of this side. (MPI_PROC_NULL) */
    public static final int NOT_ROOT = -2;

    private static final int SIGNATURE = ReceiveRequest.CALL_SIGNATURES;
    private static final int REMOTE_SIGNATURE = SIGNATURE + Team.TOKENS;

    /** The collective. */
    public CollectiveKind kind = CollectiveKind.BARRIER;
    /** The length in bytes: of a block, of all elements or of the block of the caller, as above. */
    public long bytes;
    /** The size of an element of a reduction, else 1. */
    public int unitBytes = 1;
    /** The root's rank, {@link #NO_ROOT}, or across an intercommunicator one of the others above. */
    public int root = NO_ROOT;
    /** Whether the member passes its operand in the result's memory. */
    public boolean isInPlace;
    /** The blocks of IN: scatterv at the root, alltoallv, neighbor alltoallv; else null. */
    public BlockTable sendBlocks;
    /** Blocks of OUT: gatherv at the root, allgatherv, reduceScatter (of IN), alltoallv, neighbor …v; else null. */
    public BlockTable receiveBlocks;
    /** The member's neighbors; else null. */
    public Neighborhood neighbors;
    /** Whether a process may combine its own ranks first, whatever their order: faster, but another association. */
    public boolean isReordered;
    /**
     * Whether the blocks are those of processes, in memory that the members of a process share; by {@link
     * BufferRef#OUT}.
     */
    public boolean isTable;
    /** Whether the members compare their calls first. */
    public boolean isChecked;

    /**
     * Begins anew.
     *
     * @param length bytes
     * @return this, with nothing else set
     */
    public CollectiveCall set(CollectiveKind which, long length) {
        kind = which;
        bytes = length;
        unitBytes = 1;
        root = NO_ROOT;
        isInPlace = false;
        sendBlocks = null;
        receiveBlocks = null;
        neighbors = null;
        isReordered = false;
        isTable = false;
        isChecked = false;
        return this;
    }

    /**
     * Returns the offset of an entry that the member sends, in {@link BufferRef#IN}, for {@link Step#COPY_TABLED}.
     *
     * @param entry of {@link #sendBlocks}; without such a table the number of a block, all of which are equally long
     * @return bytes
     */
    public long sentOffset(int entry) {
        return sendBlocks == null ? entry * bytes : sendBlocks.offset(entry);
    }

    /**
     * Returns the length of an entry that the member sends, for {@link Step#COPY_TABLED}.
     *
     * @param entry of {@link #sendBlocks}; without such a table the number of any block
     */
    public long sentBytes(int entry) {
        return sendBlocks == null ? bytes : sendBlocks.bytes(entry);
    }

    /**
     * Returns a number for what all members must agree on: the collective, its root, and sizes where MPI requires them
     * to be equal. Members show it to each other when they meet, so that calls that do not go together are found, and
     * no member waits for ever.
     *
     * @return 1 to {@link Team#TOKENS} − 1, almost always another for another call; 0 for all calls that are checked,
     *     whose members compare all of it
     */
    public int token() {
        if (isChecked) {
            return 0;
        }
        ArgumentHash hash = new ArgumentHash().add(kind.ordinal());
        if (root >= NO_ROOT) { // members of the root's side of an intercommunicator give nothing
            hash.add(root)
                    .add(isTable)
                    .add(kind.hasEqualBytes() ? bytes : 0)
                    .add(kind.hasEqualBlocks() ? BlockTable.hashOfLengths(receiveBlocks) : 0);
        }
        return (int) Long.remainderUnsigned(hash.value(), Team.TOKENS - 1) + 1;
    }

    /**
     * Returns the signature of the messages of the call, which the receive of a member that makes another call does not
     * accept.
     *
     * @param isRemote whether the message goes to the other side of an intercommunicator, whose members name the root
     *     in another way
     * @return beyond the signatures of types, almost always another for another call; 0, which goes with all, for calls
     *     that are checked
     */
    public int messageSignature(boolean isRemote) {
        return isChecked ? 0 : isRemote ? REMOTE_SIGNATURE + kind.ordinal() : SIGNATURE + token();
    }

    /**
     * Returns the tag of the messages of a collective: one of its own in its context, so that concurrent ones do not
     * mix.
     *
     * @param number of the call, the same on all members
     */
    public static int tagOf(long number) {
        return (int) number & Integer.MAX_VALUE;
    }

    /** Returns the same call, to be kept. */
    public CollectiveCall copy() {
        CollectiveCall copy = new CollectiveCall().set(kind, bytes);
        copy.unitBytes = unitBytes;
        copy.root = root;
        copy.isInPlace = isInPlace;
        copy.sendBlocks = sendBlocks;
        copy.receiveBlocks = receiveBlocks;
        copy.neighbors = neighbors;
        copy.isReordered = isReordered;
        copy.isTable = isTable;
        copy.isChecked = isChecked;
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CollectiveCall call
                && kind == call.kind
                && bytes == call.bytes
                && unitBytes == call.unitBytes
                && root == call.root
                && isInPlace == call.isInPlace
                && isReordered == call.isReordered
                && isTable == call.isTable
                && isChecked == call.isChecked
                && neighbors == call.neighbors
                && Objects.equals(sendBlocks, call.sendBlocks)
                && Objects.equals(receiveBlocks, call.receiveBlocks);
    }

    @Override
    public int hashCode() {
        int hash = kind.ordinal() * 31 + Long.hashCode(bytes);
        hash = hash * 31 + root;
        hash = hash * 31 + (sendBlocks == null ? 0 : sendBlocks.hashCode());
        return hash * 31 + (receiveBlocks == null ? 0 : receiveBlocks.hashCode());
    }
}
