package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Step;

/** Appends the meetings of the members of a process. Every member appends the same meetings in the same order. */
public final class TeamMeeting {
    /**
     * Up to this many members each signals all others and awaits them: one cache-line transfer instead of two. More
     * would make the cost of all together grow with the square of their number.
     */
    public static final int FLAT_MEMBERS = 4;

    private TeamMeeting() {}

    static boolean isFlat(ScheduleBuilder b) {
        return b.members() <= FLAT_MEMBERS;
    }

    /**
     * Returns whether the contributions of a call among all members go with the flag: each fits into a line, or into a
     * page where the members are few and of one process.
     */
    static boolean carries(ProcessMap map, long bytes) {
        return carrier(map.processes() == 1 ? map.size() : 1, bytes) != BufferRef.NONE;
    }

    /**
     * Returns the kind of place in which a contribution goes to the members of the process with the flag, so that its
     * owner waits for no reader: a line, or a page where they are few; {@link BufferRef#NONE} where it is too long for
     * either, or there is no other member to read a page.
     */
    static int carrier(ScheduleBuilder b, long bytes) {
        return carrier(b.members(), bytes);
    }

    private static int carrier(int members, long bytes) {
        if (bytes <= BufferRef.LINE_BYTES) {
            return BufferRef.LINE;
        }
        boolean areFew = members > 1 && members <= FLAT_MEMBERS;
        return areFew && bytes <= BufferRef.PAGE_BYTES ? BufferRef.PAGE : BufferRef.NONE;
    }

    /** Afterwards the collector knows that all have come this far. */
    static void gather(ScheduleBuilder b, int collector) {
        int phase = b.nextPhase();
        if (b.member() == collector) {
            b.awaitAll(phase);
        } else {
            b.signal(phase, collector);
        }
    }

    /** Afterwards all know that one of them has come this far. */
    static void release(ScheduleBuilder b, int releaser) {
        int phase = b.nextPhase();
        if (b.members() == 1) {
            return;
        }
        if (b.member() == releaser) {
            b.signal(phase, Step.ALL);
        } else {
            b.await(phase, releaser);
        }
    }

    /**
     * Afterwards all know that all have come this far. Where members take turns on the cores, the last one to come
     * releases the others: a fixed collector would have its turn late, and all others a useless one.
     */
    static void meet(ScheduleBuilder b) {
        if (!isFlat(b) && b.isCrowded()) {
            b.meet(b.nextPhase());
            return;
        }
        if (!isFlat(b)) {
            gather(b, 0);
            release(b, 0);
            return;
        }
        int phase = b.nextPhase();
        if (b.members() > 1) {
            b.signal(phase, Step.ALL);
            b.awaitAll(phase);
        }
    }
}
