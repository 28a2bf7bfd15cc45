package org.sennit.internal.endpoints.coll.algorithm;

import java.util.function.IntToLongFunction;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Brings equally long blocks from one member of a process to all. Those that fit into its line or page together are
 * read there, and it does not wait; otherwise the members copy from its memory.
 */
final class LocalScatter {
    private LocalScatter() {}

    /**
     * Appends it, for all members of the process.
     *
     * @param source the member that has them
     * @param kind in which of its places
     * @param at where in it the block of a rank lies, in bytes
     * @param bytes of a block
     * @param isThere whether the source's own block is in its result already
     */
    static void append(ScheduleBuilder b, int source, int kind, IntToLongFunction at, long bytes, boolean isThere) {
        boolean isSource = b.member() == source;
        int place = BufferRef.of(source, kind);
        int carrier = TeamMeeting.carrier(b, bytes * b.members());
        boolean isShort = carrier != BufferRef.NONE && b.members() > 1;
        if (isShort) {
            int line = BufferRef.of(source, carrier);
            for (int rank : b.ownRanks()) {
                if (isSource && rank != b.rank()) {
                    b.copy(place, at.applyAsLong(rank), line, b.map().memberOf(rank) * bytes, bytes);
                }
            }
            TeamMeeting.release(b, source);
            if (!isSource) {
                b.copy(line, b.member() * bytes, b.own(BufferRef.OUT), 0, bytes);
            }
        } else if (b.members() > 1) {
            if (isSource) {
                b.share();
            }
            TeamMeeting.release(b, source);
            if (!isSource) {
                b.copy(place, at.applyAsLong(b.rank()), b.own(BufferRef.OUT), 0, bytes);
            }
        }
        if (isSource && !isThere) {
            b.copy(place, at.applyAsLong(b.rank()), b.own(BufferRef.OUT), 0, bytes);
        }
        if (!isShort) {
            TeamMeeting.gather(b, source); // its memory is its own again
        }
    }
}
