package org.sennit.endpoints.coll.algorithm;

import org.sennit.endpoints.coll.schedule.BlockTable;
import org.sennit.endpoints.coll.schedule.CollectiveCall;

/**
 * The blocks of a member's memory, one of each rank: where a table says, or equally long one after the other.
 *
 * @param table where they lie; null for the latter
 * @param size of how many ranks
 * @param each how long each is without a table, in bytes
 */
record RankBlocks(BlockTable table, int size, long each) {
    /** Those of the result of a call. */
    static RankBlocks received(CollectiveCall call, int size) {
        return new RankBlocks(call.receiveBlocks, size, call.bytes);
    }

    /** Those of what a call sends, a block to each rank. */
    static RankBlocks sent(CollectiveCall call, int size) {
        return new RankBlocks(call.sendBlocks, size, call.bytes);
    }

    /** How long a rank's block is. */
    long bytes(int rank) {
        return table == null ? each : table.bytes(rank);
    }

    /** Where a rank's block begins. */
    long offset(int rank) {
        return table == null ? rank * each : table.offset(rank);
    }

    /** How long the longest block is. */
    long longest() {
        long longest = table == null ? each : 0;
        for (int rank = 0; table != null && rank < size; rank++) {
            longest = Math.max(longest, table.bytes(rank));
        }
        return longest;
    }
}
