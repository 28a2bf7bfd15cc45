package org.sennit.internal.endpoints.coll.algorithm;

import java.util.function.IntToLongFunction;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Gathers equally long blocks of a process's members at one of them. Short ones lie in the members' lines or pages, and
 * no member waits for the collector; long ones the members put into its memory, all at once.
 */
final class LocalGather {
    private LocalGather() {}

    /**
     * Appends it, for all members of the process.
     *
     * @param collector the member that gets them
     * @param kind into which of its places
     * @param at where in it the block of a rank goes, in bytes
     * @param bytes of a block
     * @param isThere whether the collector's own block is there already
     */
    static void append(ScheduleBuilder b, int collector, int kind, IntToLongFunction at, long bytes, boolean isThere) {
        boolean isCollector = b.member() == collector;
        int place = BufferRef.of(collector, kind);
        int carrier = TeamMeeting.carrier(b, bytes);
        if (b.members() == 1) {
            copyOwn(b, place, at, bytes, isThere);
        } else if (carrier != BufferRef.NONE) {
            if (!isCollector) {
                b.copy(b.own(BufferRef.IN), 0, b.own(carrier), 0, bytes);
            }
            TeamMeeting.gather(b, collector);
            for (int rank : b.ownRanks()) {
                if (isCollector && rank != b.rank()) {
                    b.copy(b.placeOf(rank, carrier), 0, place, at.applyAsLong(rank), bytes);
                } else if (isCollector) {
                    copyOwn(b, place, at, bytes, isThere);
                }
            }
        } else {
            if (isCollector) {
                b.share();
            }
            TeamMeeting.release(b, collector);
            copyOwn(b, place, at, bytes, isCollector && isThere);
            TeamMeeting.gather(b, collector);
        }
    }

    private static void copyOwn(ScheduleBuilder b, int place, IntToLongFunction at, long bytes, boolean isThere) {
        if (!isThere) {
            b.copy(b.own(BufferRef.IN), 0, place, at.applyAsLong(b.rank()), bytes);
        }
    }
}
