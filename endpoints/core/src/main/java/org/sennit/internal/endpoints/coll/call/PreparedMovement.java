package org.sennit.internal.endpoints.coll.call;

import org.sennit.Blocks;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;

/**
 * Prepares the collectives that move data. Of the layouts, null means the memory's own type; "like" says that one
 * layout was given for both sides: it is that of the caller's block, and the blocks of the other memory follow each
 * other from its beginning. (MPI 4.1, sections 6.3 to 6.8)
 */
abstract class PreparedMovement extends PreparedCall {
    PreparedMovement(CommContext comm, Collectives collectives, String view) {
        super(comm, collectives, view);
    }

    /** Prepares MPI_Barrier. */
    public PreparedCall barrier() {
        begin(CollectiveKind.BARRIER);
        return this;
    }

    /**
     * Prepares MPI_Bcast.
     *
     * @param layout the layout of its elements
     */
    public PreparedCall broadcast(Object memory, DataLayout layout, int root) {
        begin(CollectiveKind.BROADCAST);
        root(root);
        if (isRoot) {
            call.bytes = one(in, memory, layout, true);
            outLiesInIn(0);
        } else if (isParty) {
            call.bytes = one(out, memory, layout, false);
            inLiesInOut(0);
        }
        return this;
    }

    /**
     * Prepares MPI_Gather.
     *
     * @param send the caller's block, or in place
     * @param receive room for all blocks
     * @param receiveLayout the layout of one
     * @param isLike whether one layout was given
     */
    public PreparedCall gather(
            Object send, DataLayout sendLayout, Object receive, DataLayout receiveLayout, boolean isLike, int root) {
        begin(CollectiveKind.GATHER);
        root(root);
        boolean isInPlace = isInPlace(send, isRoot);
        long bytes = isParty && !isInPlace ? one(in, send, sendLayout, true) : -1;
        if (isRoot) {
            DataLayout block = isLike && receiveLayout == null && bytes >= 0 ? in.layout() : receiveLayout;
            long each = blocks(out, receive, block, isLike, bytes, peers, isInPlace);
            checkGiven(send, sendLayout, out.memoryBytes());
            bytes = agreed(bytes, each);
        }
        call.bytes = Math.max(0, bytes);
        if (isInPlace) {
            inLiesInOut(rank * bytes);
        }
        return checked();
    }

    /**
     * Prepares MPI_Gatherv.
     *
     * @param send the caller's block, or in place
     * @param receive room for all blocks
     * @param blocks where each goes; looked at only at the root
     */
    public PreparedCall gatherv(Object send, DataLayout sendLayout, Object receive, Blocks blocks, int root) {
        begin(CollectiveKind.GATHERV);
        root(root);
        boolean isInPlace = isInPlace(send, isRoot);
        long bytes = isParty && !isInPlace ? one(in, send, sendLayout, true) : 0;
        if (isRoot) {
            BlockTable table = blocks(out, receive, blocks, peers, isInPlace);
            call.receiveBlocks = table;
            if (isInPlace) {
                bytes = table.bytes(rank);
                inLiesInOut(table.offset(rank));
            } else if (isParty) {
                equal(rank, bytes, table.bytes(rank));
            }
        }
        call.bytes = bytes;
        return checked();
    }

    /**
     * Prepares MPI_Scatter.
     *
     * @param send all blocks
     * @param sendLayout the layout of one
     * @param receive room for the caller's block, or in place
     * @param isLike whether one layout was given
     */
    public PreparedCall scatter(
            Object send, DataLayout sendLayout, Object receive, DataLayout receiveLayout, boolean isLike, int root) {
        begin(CollectiveKind.SCATTER);
        root(root);
        boolean isInPlace = isInPlace(receive, isRoot);
        long bytes = isParty && !isInPlace ? one(out, receive, receiveLayout, false) : -1;
        if (isRoot) {
            DataLayout block = isLike && sendLayout == null && bytes >= 0 ? out.layout() : sendLayout;
            long each = blocks(in, send, block, isLike, bytes, peers, true);
            bytes = agreed(bytes, each);
        }
        call.bytes = Math.max(0, bytes);
        if (isInPlace) {
            outLiesInIn(rank * bytes);
        }
        return checked();
    }

    /**
     * Prepares MPI_Scatterv.
     *
     * @param send all blocks
     * @param blocks where each lies; looked at only at the root
     * @param receive room for the caller's block, or in place
     */
    public PreparedCall scatterv(Object send, Blocks blocks, Object receive, DataLayout receiveLayout, int root) {
        begin(CollectiveKind.SCATTERV);
        root(root);
        boolean isInPlace = isInPlace(receive, isRoot);
        long bytes = isParty && !isInPlace ? one(out, receive, receiveLayout, false) : 0;
        if (isRoot) {
            BlockTable table = blocks(in, send, blocks, peers, true);
            call.sendBlocks = table;
            if (isInPlace) {
                bytes = table.bytes(rank);
                outLiesInIn(table.offset(rank));
            } else if (isParty) {
                equal(rank, table.bytes(rank), bytes);
            }
        }
        call.bytes = bytes;
        return checked();
    }

    /**
     * Prepares MPI_Allgather.
     *
     * @param send the caller's block, or in place
     * @param receive room for all blocks
     * @param receiveLayout the layout of one
     * @param isLike whether one layout was given
     */
    public PreparedCall allgather(
            Object send, DataLayout sendLayout, Object receive, DataLayout receiveLayout, boolean isLike) {
        begin(CollectiveKind.ALLGATHER);
        boolean isInPlace = isInPlace(send, true);
        long bytes = isInPlace ? -1 : one(in, send, sendLayout, true);
        DataLayout block = isLike && receiveLayout == null && !isInPlace ? in.layout() : receiveLayout;
        long each = blocks(out, receive, block, isLike, isInter && !isLike ? -1 : bytes, peers, isInPlace);
        checkGiven(send, sendLayout, out.memoryBytes());
        call.bytes = across(CollectiveKind.ALLGATHERV, bytes, each, false);
        if (isInPlace) {
            inLiesInOut(rank * each);
        }
        return checked();
    }

    /**
     * Prepares MPI_Allgatherv.
     *
     * @param send the caller's block, or in place
     * @param receive room for all blocks
     * @param blocks where each goes
     */
    public PreparedCall allgatherv(Object send, DataLayout sendLayout, Object receive, Blocks blocks) {
        begin(CollectiveKind.ALLGATHERV);
        boolean isInPlace = isInPlace(send, true);
        if (!isInPlace) {
            call.bytes = one(in, send, sendLayout, true);
        }
        BlockTable table = blocks(out, receive, blocks, peers, isInPlace);
        call.receiveBlocks = table;
        if (isInPlace) {
            call.bytes = table.bytes(rank);
            inLiesInOut(table.offset(rank));
        } else if (!isInter) {
            equal(rank, call.bytes, table.bytes(rank));
        }
        return checked();
    }

    /**
     * Prepares MPI_Alltoall.
     *
     * @param send a block for each rank, or in place
     * @param sendLayout the layout of one
     * @param receive room for a block of each rank
     * @param receiveLayout the layout of one
     * @param isLike whether one layout was given
     */
    public PreparedCall alltoall(
            Object send, DataLayout sendLayout, Object receive, DataLayout receiveLayout, boolean isLike) {
        begin(CollectiveKind.ALLTOALL);
        if (isLike && sendLayout != null) {
            checkBlock(sendLayout);
        }
        boolean isInPlace = isInPlace(send, true);
        long bytes = isInPlace ? -1 : blocks(in, send, sendLayout, isLike, -1, peers, true);
        DataLayout block = isLike && receiveLayout == null && !isInPlace ? in.layout() : receiveLayout;
        long each = blocks(out, receive, block, isLike, isInter && !isLike ? -1 : bytes, peers, isInPlace);
        checkGiven(send, sendLayout, out.memoryBytes());
        call.bytes = across(CollectiveKind.ALLTOALLV, bytes, each, true);
        if (isInPlace) {
            inLiesInOut(0);
        }
        return checked();
    }

    /**
     * Checks the one layout of both sides of an alltoall, which says the length, and nothing else where the block lies
     * without gaps.
     */
    final void checkBlock(DataLayout block) {
        if (block.fillsMemory()) {
            throw errors.of(ErrorClass.COUNT, "a block needs a count: block=" + block);
        }
        if (block.isDense() && block.offsetBytes() != 0) {
            throw errors.of(
                    ErrorClass.ARG,
                    "the blocks lie at the memory's beginning, so a block has no offset: block=" + block);
        }
    }

    /**
     * Prepares MPI_Alltoallv and MPI_Alltoallw.
     *
     * @param send a block for each rank, or in place
     * @param sendBlocks where each lies; not looked at in place
     * @param receive room for a block of each rank
     * @param receiveBlocks where each goes
     */
    public PreparedCall alltoallv(Object send, Blocks sendBlocks, Object receive, Blocks receiveBlocks) {
        begin(CollectiveKind.ALLTOALLV);
        boolean isInPlace = isInPlace(send, true);
        call.receiveBlocks = blocks(out, receive, receiveBlocks, peers, isInPlace);
        if (isInPlace) {
            call.sendBlocks = call.receiveBlocks;
            inLiesInOut(0);
            return this;
        }
        call.sendBlocks = blocks(in, send, sendBlocks, peers, true);
        if (!isInter) {
            equal(rank, call.sendBlocks.bytes(rank), call.receiveBlocks.bytes(rank));
        }
        return checked();
    }

    /** Returns the length of a block, which two layouts say. */
    final long agreed(long sent, long received) {
        if (sent >= 0 && !isInter) {
            equal(rank, sent, received);
        }
        return received;
    }

    /**
     * Returns the length of a block. Across an intercommunicator the two ways may differ, on both sides alike; then the
     * blocks have tables.
     */
    private long across(CollectiveKind tabled, long sent, long received, boolean sendsBlocks) {
        if (!isInter || sent == received) {
            return agreed(sent, received);
        }
        CollectiveCall same = call;
        boolean isChecked = same.isChecked;
        same.set(tabled, sendsBlocks ? 0 : sent).isChecked = isChecked;
        same.receiveBlocks = even(received);
        same.sendBlocks = sendsBlocks ? even(sent) : null;
        return same.bytes;
    }

    private BlockTable even(long blockBytes) {
        long[] offsets = new long[peers];
        long[] bytes = new long[peers];
        for (int i = 0; i < peers; i++) {
            offsets[i] = i * blockBytes;
            bytes[i] = blockBytes;
        }
        return new BlockTable(offsets, bytes);
    }
}
