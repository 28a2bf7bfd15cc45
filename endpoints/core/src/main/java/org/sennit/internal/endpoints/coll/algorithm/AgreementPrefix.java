package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * The exchange before a checked collective: every member's description of its call is brought to all, which then
 * compare. The same steps whatever is called, so that members that call different things get this far.
 */
public final class AgreementPrefix {
    private AgreementPrefix() {}

    /**
     * Appends the exchange. The descriptions lie rank by rank at the beginning of the temporary memory, where each
     * member has written its own before the first step; so it is called on a fresh builder.
     *
     * @param bytes the length of a description
     */
    public static void append(ScheduleBuilder b, int bytes) {
        long table = b.temp((long) b.size() * bytes);
        int temp = b.own(BufferRef.TEMP);
        int leaders = BufferRef.of(0, BufferRef.TEMP);
        b.share();
        TeamMeeting.gather(b, 0);
        if (b.isLeader()) {
            for (int rank : b.ownRanks()) {
                b.copy(
                        b.placeOf(rank, BufferRef.TEMP),
                        table + (long) rank * bytes,
                        temp,
                        table + (long) rank * bytes,
                        bytes);
            }
            for (int rank = 0; rank < b.size(); rank++) {
                if (!b.isHere(rank)) {
                    int leader = b.map().leaderOf(b.map().processOf(rank));
                    b.receive(leader, temp, table + (long) rank * bytes, bytes);
                }
            }
            for (int process = 0; process < b.processes(); process++) {
                for (int i = 0; i < b.members() && process != b.process(); i++) {
                    b.send(b.map().leaderOf(process), temp, table + (long) b.ownRanks()[i] * bytes, bytes);
                }
            }
            b.drain();
        }
        TeamMeeting.release(b, 0);
        b.copy(leaders, table, temp, table, (long) b.size() * bytes);
        TeamMeeting.gather(b, 0);
        b.agree(temp, table, bytes);
    }
}
