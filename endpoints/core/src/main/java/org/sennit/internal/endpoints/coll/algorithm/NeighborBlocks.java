package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;

/**
 * The offsets of the blocks of a neighbor collective: those of equal size one behind the other, others where their
 * tables say; an allgather sends the same one to all.
 */
final class NeighborBlocks {
    private final boolean isSame; // one block for all destinations
    private final long bytes;
    private final BlockTable sent;
    private final BlockTable received;

    NeighborBlocks(CollectiveCall call) {
        this.isSame = call.kind == CollectiveKind.NEIGHBOR_ALLGATHER || call.kind == CollectiveKind.NEIGHBOR_ALLGATHERV;
        this.bytes = call.bytes;
        this.sent = call.sendBlocks;
        this.received = call.receiveBlocks;
    }

    /**
     * Returns the offset in IN of the block for a destination; of a source's IN, where its blocks are of equal size.
     */
    long sendOffset(int slot) {
        return isSame ? 0 : sent == null ? slot * bytes : sent.offset(slot);
    }

    long sendBytes(int slot) {
        return sent == null ? bytes : sent.bytes(slot);
    }

    /** Returns the offset in OUT of the block of a source. */
    long receiveOffset(int slot) {
        return received == null ? slot * bytes : received.offset(slot);
    }

    long receiveBytes(int slot) {
        return received == null ? bytes : received.bytes(slot);
    }
}
