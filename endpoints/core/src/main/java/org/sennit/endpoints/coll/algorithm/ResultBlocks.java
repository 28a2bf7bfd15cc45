package org.sennit.endpoints.coll.algorithm;

import org.sennit.endpoints.coll.schedule.BlockTable;
import org.sennit.endpoints.coll.schedule.CollectiveCall;

/** The blocks of a member's result, one of each rank: by a table, or equally long one after the other. */
record ResultBlocks(BlockTable table, int size, long each) {
    /** Those of a call over some ranks. */
    static ResultBlocks of(CollectiveCall call, int size) {
        return new ResultBlocks(call.receiveBlocks, size, call.bytes);
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
