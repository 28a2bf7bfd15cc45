package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * The exchange of a table that the members of a process have in common, in the leader's {@link BufferRef#OUT}: when all
 * members of a process have written there, leaders send each other the parts of their processes; then the members are
 * signalled. Memory and time of a member that does not lead do not depend on the number of members.
 */
public final class TableExchange {
    private TableExchange() {}

    /**
     * Appends the exchange.
     *
     * @param parts where the part of each process lies; empty ones are not sent
     */
    public static void append(ScheduleBuilder b, BlockTable parts) {
        TeamMeeting.gather(b, 0);
        if (b.isLeader() && b.processes() > 1) {
            exchange(b, parts, b.own(BufferRef.OUT));
        }
        TeamMeeting.release(b, 0);
    }

    private static void exchange(ScheduleBuilder b, BlockTable parts, int table) {
        int own = b.process();
        int processes = b.processes();
        for (int distance = 1; distance < processes; distance++) {
            int from = (own + processes - distance) % processes;
            if (parts.bytes(from) > 0) {
                b.receive(b.map().leaderOf(from), table, parts.offset(from), parts.bytes(from));
            }
        }
        for (int distance = 1; distance < processes && parts.bytes(own) > 0; distance++) {
            int to = (own + distance) % processes;
            b.send(b.map().leaderOf(to), table, parts.offset(own), parts.bytes(own));
        }
        b.drain();
    }
}
