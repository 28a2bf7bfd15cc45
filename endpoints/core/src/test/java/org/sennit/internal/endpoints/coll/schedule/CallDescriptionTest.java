package org.sennit.internal.endpoints.coll.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CallDescriptionTest {
    private record Said(CollectiveCall call, String operation, String type) {}

    private static Said said(CollectiveKind kind, long bytes, int root, String operation, String type) {
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        call.root = root;
        return new Said(call, operation, type);
    }

    private static Said broadcast(long bytes, int root) {
        return said(CollectiveKind.BROADCAST, bytes, root, null, "DOUBLE");
    }

    private static String difference(Said... all) {
        MemorySegment memory = MemorySegment.ofArray(new byte[all.length * CallDescription.BYTES + 3]);
        for (int i = 0; i < all.length; i++) {
            long at = 3 + (long) i * CallDescription.BYTES;
            CallDescription.encode(all[i].call, all[i].operation, all[i].type, memory, at);
        }
        return CallDescription.difference(memory, 3, all.length);
    }

    @Test
    void sameCallsDoNotDiffer() {
        assertNull(difference(broadcast(8, 2), broadcast(8, 2), broadcast(8, 2)));
    }

    @Test
    void theTextSaysWhoSaysWhat() {
        assertEquals(
                "the members do not make the same call: rank 0: broadcast root=0 bytes=8 type=DOUBLE; ranks 1-2,4:"
                        + " broadcast root=1 bytes=8 type=DOUBLE; rank 3: barrier",
                difference(
                        broadcast(8, 0),
                        broadcast(8, 1),
                        broadcast(8, 1),
                        said(CollectiveKind.BARRIER, 0, CollectiveCall.NO_ROOT, null, null),
                        broadcast(8, 1)));
    }

    @Test
    void rootsSizesOperationsAndTypesMustBeEqual() {
        Said sum = said(CollectiveKind.ALLREDUCE, 8, CollectiveCall.NO_ROOT, "SUM", "DOUBLE");
        assertNull(difference(sum, sum));
        assertNotNull(difference(broadcast(8, 0), broadcast(8, 1)));
        assertNotNull(difference(broadcast(8, 0), broadcast(16, 0)));
        assertNotNull(difference(sum, said(CollectiveKind.ALLREDUCE, 8, CollectiveCall.NO_ROOT, "MAX", "DOUBLE")));
        assertNotNull(difference(sum, said(CollectiveKind.ALLREDUCE, 8, CollectiveCall.NO_ROOT, "SUM", "LONG")));
        assertNotNull(difference(sum, said(CollectiveKind.SCAN, 8, CollectiveCall.NO_ROOT, "SUM", "DOUBLE")));
    }

    @Test
    void namesAreComparedBeyondWhatTheTextShows() {
        Said one = said(CollectiveKind.SCAN, 8, CollectiveCall.NO_ROOT, "a very long name that differs in A", "DOUBLE");
        Said other =
                said(CollectiveKind.SCAN, 8, CollectiveCall.NO_ROOT, "a very long name that differs in B", "DOUBLE");
        assertNotNull(difference(one, other));
    }

    @Test
    void bytesGoWithEveryTypeButNotInAReduction() {
        assertNull(difference(broadcast(8, 0), said(CollectiveKind.BROADCAST, 8, 0, null, CallDescription.RAW)));
        assertNotNull(difference(
                said(CollectiveKind.ALLREDUCE, 8, CollectiveCall.NO_ROOT, "SUM", "LONG"),
                said(CollectiveKind.ALLREDUCE, 8, CollectiveCall.NO_ROOT, "SUM", CallDescription.RAW)));
    }

    @Test
    void countsOfTheCallsWithCountsMayDiffer() {
        assertNull(difference(
                said(CollectiveKind.GATHERV, 8, 1, null, "LONG"), said(CollectiveKind.GATHERV, 24, 1, null, "LONG")));
        assertNotNull(difference(
                said(CollectiveKind.GATHERV, 8, 1, null, "LONG"), said(CollectiveKind.GATHERV, 8, 0, null, "LONG")));
    }

    @Test
    void allgathervAndReduceScatterNeedTheSameLengthsEverywhere() {
        for (CollectiveKind kind : new CollectiveKind[] {CollectiveKind.ALLGATHERV, CollectiveKind.REDUCE_SCATTER}) {
            Said one = said(kind, 8, CollectiveCall.NO_ROOT, "SUM", "LONG");
            Said two = said(kind, 8, CollectiveCall.NO_ROOT, "SUM", "LONG");
            one.call.receiveBlocks = new BlockTable(new long[] {0, 8}, new long[] {8, 16});
            two.call.receiveBlocks = new BlockTable(new long[] {100, 50}, new long[] {8, 16});
            assertNull(difference(one, two));
            two.call.receiveBlocks = new BlockTable(new long[] {0, 8}, new long[] {16, 8});
            assertTrue(difference(one, two).contains("blocks=#"));
        }
    }

    @Test
    void inPlaceIsForAllOrNoneOfAnAlltoall() {
        Said in = said(CollectiveKind.ALLTOALL, 8, CollectiveCall.NO_ROOT, null, null);
        in.call.isInPlace = true;
        assertTrue(difference(in, said(CollectiveKind.ALLTOALL, 8, CollectiveCall.NO_ROOT, null, null))
                .contains("rank 0: alltoall bytes=8 in place; rank 1: alltoall bytes=8"));
    }

    @Test
    void oneSideOfAnIntercommunicatorHasOneRoot() {
        Said self = broadcast(8, CollectiveCall.SELF_ROOT);
        Said other = broadcast(0, CollectiveCall.NOT_ROOT);
        assertNull(difference(other, self, other));
        assertNotNull(difference(self, self));
        assertNotNull(difference(other, other));
        assertNotNull(difference(self, broadcast(8, 0)));
    }
}
