package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;

/**
 * The blocks of a member's memory, one of each rank: where a table says, or equally long one after the other.
 *
 * @param table where they lie; null for the latter
 * @param longest how long the longest is, and without a table each, in bytes
 */
record RankBlocks(BlockTable table, long longest) {
    /** Returns the blocks of the result of a call. */
    static RankBlocks received(CollectiveCall call) {
        return of(call.receiveBlocks, call.bytes);
    }

    /** Returns the blocks that a call sends, one to each rank. */
    static RankBlocks sent(CollectiveCall call) {
        return of(call.sendBlocks, call.bytes);
    }

    private static RankBlocks of(BlockTable table, long each) {
        long longest = table == null ? each : 0;
        for (int rank = 0; table != null && rank < table.length(); rank++) {
            longest = Math.max(longest, table.bytes(rank));
        }
        return new RankBlocks(table, longest);
    }

    /** Returns the length of a rank's block. */
    long bytes(int rank) {
        return table == null ? longest : table.bytes(rank);
    }

    /** Returns the offset of a rank's block. */
    long offset(int rank) {
        return table == null ? rank * longest : table.offset(rank);
    }

    /** Returns whether every block fits into a line. */
    boolean areShort() {
        return longest <= BufferRef.LINE_BYTES;
    }
}
