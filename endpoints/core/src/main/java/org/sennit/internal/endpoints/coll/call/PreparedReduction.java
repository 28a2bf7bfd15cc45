package org.sennit.internal.endpoints.coll.call;

import org.sennit.Blocks;
import org.sennit.Operation;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.TabledBlocks;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;

/** Prepares the collectives that reduce. (MPI 4.1, sections 6.9 to 6.11) */
abstract class PreparedReduction extends PreparedMovement {
    PreparedReduction(CommContext comm, Collectives collectives, String view) {
        super(comm, collectives, view);
    }

    /**
     * Prepares MPI_Reduce.
     *
     * @param send the operand, or in place at the root
     * @param receive the result's memory; looked at only at the root
     * @param layout which elements of either; null for the memory's own type
     */
    public PreparedCall reduce(Object send, Object receive, DataLayout layout, Operation operation, int root) {
        begin(CollectiveKind.REDUCE);
        root(root);
        return elements(send, receive, layout, operation, isParty, isRoot);
    }

    /**
     * Prepares MPI_Allreduce.
     *
     * @param send the operand, or in place
     * @param receive the result's memory
     * @param layout which elements of either; null for the memory's own type
     */
    public PreparedCall allreduce(Object send, Object receive, DataLayout layout, Operation operation) {
        begin(CollectiveKind.ALLREDUCE);
        return elements(send, receive, layout, operation, true, true);
    }

    /**
     * Prepares MPI_Scan.
     *
     * @param send the operand, or in place
     * @param receive the result's memory
     * @param layout which elements of either; null for the memory's own type
     */
    public PreparedCall scan(Object send, Object receive, DataLayout layout, Operation operation) {
        begin(CollectiveKind.SCAN);
        checkIntra();
        return elements(send, receive, layout, operation, true, true);
    }

    /**
     * Prepares MPI_Exscan. The memory of rank 0 is left as it is.
     *
     * @param send the operand, or in place
     * @param receive the result's memory
     * @param layout which elements of either; null for the memory's own type
     */
    public PreparedCall exscan(Object send, Object receive, DataLayout layout, Operation operation) {
        begin(CollectiveKind.EXSCAN);
        checkIntra();
        elements(send, receive, layout, operation, true, true);
        out.fill();
        return this;
    }

    private PreparedCall elements(
            Object send, Object receive, DataLayout layout, Operation operation, boolean gives, boolean receives) {
        boolean isInPlace = isInPlace(send, receives);
        if (!gives && !receives) { // on the root's side of an intercommunicator: no memory, so no type
            return checked();
        }
        DataLayout which = layout != null ? layout : MemoryViews.layoutOf(gives && !isInPlace ? send : receive);
        reduces((Reduction) operation, which);
        if (receives) {
            call.bytes = one(out, receive, which, isInPlace);
        }
        if (gives && !isInPlace) {
            long has = call.bytes;
            checkGiven(send, layout, has);
            call.bytes = one(in, send, which, true);
            if (receives && has < call.bytes) {
                throw errors.tooSmall("result", has, call.bytes);
            }
            if (receives) {
                out.shorten(call.bytes);
            }
        }
        whole(call.bytes);
        if (isInPlace) {
            inLiesInOut(0);
        }
        return checked();
    }

    /**
     * Prepares MPI_Reduce_scatter_block.
     *
     * @param send an operand with a block for each member, or in place
     * @param receive room for the caller's block of the result; in place all of the operand, whose first block becomes
     *     the result
     * @param block a block of either memory; those of the send memory follow each other from its offset on; null for
     *     the memory's own type
     */
    public PreparedCall reduceScatterBlock(Object send, Object receive, DataLayout block, Operation operation) {
        begin(CollectiveKind.REDUCE_SCATTER_BLOCK);
        int members = comm.group().size();
        boolean isInPlace = isInPlace(send, true);
        DataLayout which = block != null ? block : MemoryViews.layoutOf(receive);
        reduces((Reduction) operation, which);
        if (isInPlace) {
            call.bytes = blocks(out, receive, which, false, -1, members, true);
            out.writes(call.bytes);
            inLiesInOut(0);
        } else {
            call.bytes = one(out, receive, which, false);
            blocks(in, send, which, false, call.bytes, members, true);
        }
        whole(call.bytes);
        return checked();
    }

    /**
     * Prepares MPI_Reduce_scatter.
     *
     * @param send an operand with a block for each member, or in place
     * @param given where each lies in the operand
     * @param receive room for the caller's block of the result; in place all of the operand, at whose beginning the
     *     result comes
     * @param receiveLayout the layout of the caller's block; null for the memory's element type; ignored in place
     */
    public PreparedCall reduceScatter(
            Object send, Blocks given, Object receive, DataLayout receiveLayout, Operation operation) {
        begin(CollectiveKind.REDUCE_SCATTER);
        TabledBlocks blocks = (TabledBlocks) given;
        int members = comm.group().size();
        boolean isInPlace = isInPlace(send, true);
        if (blocks == null) {
            throw errors.blocks(0, members);
        }
        if (isInPlace && !blocks.isConsecutive()) {
            throw errors.of(ErrorClass.ARG, "in place the blocks lie one behind the other: " + blocks);
        }
        reduces((Reduction) operation, blocks.element());
        BlockTable table = blocks(isInPlace ? out : in, isInPlace ? receive : send, blocks, members, true);
        call.bytes = blocks.bytes(rank);
        if (isInPlace) {
            out.writes(call.bytes);
            inLiesInOut(0);
        } else {
            if (!blocks.isConsecutive()) {
                in.pack();
                table = blocks.packed();
            }
            result(receive, receiveLayout);
        }
        call.receiveBlocks = table;
        boolean isWhole = call.unitBytes == blocks.element().unitBytes(); // else a unit is several elements
        for (int i = 0; !isWhole && i < members; i++) {
            whole(table.bytes(i));
        }
        return checked();
    }

    private void result(Object receive, DataLayout layout) {
        long room = one(out, receive, layout, false);
        if (room < call.bytes) {
            throw errors.tooSmall("result", room, call.bytes);
        }
        out.shorten(call.bytes);
    }
}
