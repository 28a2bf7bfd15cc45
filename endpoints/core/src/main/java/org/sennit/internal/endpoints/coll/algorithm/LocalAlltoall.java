package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * The part of an alltoall between the members of a process: {@link #begin}, then all of the caller's memory that others
 * read is within reach, {@link #copy}, then {@link #end}. Blocks that fit into a member's line or page together are
 * read there, and there is no second meeting; otherwise members read each other's memory. In place, what would
 * overwrite blocks that others still read waits in temporary memory for the end.
 */
final class LocalAlltoall {
    private final ScheduleBuilder builder;
    private final long bytes;
    private final int carrier; // of the blocks; IN: others read them in their owner's memory
    private final boolean isShort;
    private final boolean isLate; // in place: blocks reach the result at the end
    private final long late; // where they wait

    /**
     * Makes it for one member; all members of the process do so.
     *
     * @param isRead whether others, too, read this member's memory until the end
     */
    LocalAlltoall(ScheduleBuilder builder, CollectiveCall call, boolean isRead) {
        this.builder = builder;
        this.bytes = call.bytes;
        int carrying = TeamMeeting.carrier(builder, builder.members() * bytes);
        this.isShort = !isRead && carrying != BufferRef.NONE;
        this.carrier = isShort ? carrying : BufferRef.IN;
        this.isLate = call.isInPlace && !isShort;
        this.late = isLate ? builder.temp(builder.members() * bytes) : 0;
    }

    /** Publishes the caller's blocks. */
    void begin() {
        if (builder.members() == 1) {
            return;
        }
        if (isShort) {
            for (int rank : builder.ownRanks()) {
                long at = builder.map().memberOf(rank) * bytes;
                builder.copy(builder.own(BufferRef.IN), rank * bytes, builder.own(carrier), at, bytes);
            }
        } else {
            builder.share();
        }
        TeamMeeting.meet(builder);
    }

    /** Takes the others' blocks; the members begin with different ones. */
    void copy(boolean isInPlace) {
        int[] ranks = builder.ownRanks();
        for (int i = 1; i < ranks.length; i++) {
            int rank = ranks[(builder.member() + i) % ranks.length];
            int from = builder.placeOf(rank, carrier);
            long at = (isShort ? builder.member() : builder.rank()) * bytes;
            if (isLate) {
                builder.copy(
                        from,
                        at,
                        builder.own(BufferRef.TEMP),
                        late + builder.map().memberOf(rank) * bytes,
                        bytes);
            } else {
                builder.copy(from, at, builder.own(BufferRef.OUT), rank * bytes, bytes);
            }
        }
        if (!isInPlace) {
            long at = builder.rank() * bytes;
            builder.copy(builder.own(BufferRef.IN), at, builder.own(BufferRef.OUT), at, bytes);
        }
    }

    /** Waits until no member reads the caller's memory any more. */
    void end() {
        if (isShort || builder.members() == 1) {
            return;
        }
        TeamMeeting.meet(builder);
        for (int rank : builder.ownRanks()) {
            if (isLate && rank != builder.rank()) {
                long from = late + builder.map().memberOf(rank) * bytes;
                builder.copy(builder.own(BufferRef.TEMP), from, builder.own(BufferRef.OUT), rank * bytes, bytes);
            }
        }
    }
}
