package org.sennit.internal.endpoints.coll.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Who has touched which bytes of one memory, ordered by vector clocks: two accesses to the same bytes, one of them a
 * write, must be ordered by signals or messages, whatever the order in which they happened to run.
 */
final class AccessLog {
    /** An access; a message's lasts from its start until its owner has drained it. */
    static final class Access {
        final long from;
        final long end;
        final int who;
        final boolean isWrite;
        final String what;
        long epoch; // of who, when it had ended; Long.MAX_VALUE while it lasts

        Access(long from, long end, int who, boolean isWrite, String what, long epoch) {
            this.from = from;
            this.end = end;
            this.who = who;
            this.isWrite = isWrite;
            this.what = what;
            this.epoch = epoch;
        }
    }

    private final String name;
    private final List<Access> accesses = new ArrayList<>();
    private String ended;

    AccessLog(String name) {
        this.name = name;
    }

    /** Notes an access, after checking it against all that were before. */
    Access add(long from, long length, Participant who, boolean isWrite, String what, boolean isMessage) {
        if (ended != null) {
            throw new ScheduleFault(what + ": " + name + " is not lent any more: " + ended + " has ended");
        }
        long end = from + length;
        for (Access other : accesses) {
            boolean overlaps = other.from < end && from < other.end;
            if (overlaps && (isWrite || other.isWrite) && !isBefore(other, who)) {
                throw new ScheduleFault(
                        what + ": is not ordered after the access to the same bytes of " + name + " by " + other.what);
            }
        }
        Access access = new Access(from, end, who.index, isWrite, what, isMessage ? Long.MAX_VALUE : who.epoch());
        accesses.add(access);
        return access;
    }

    /** The owner goes: all that others have done must be before, and nothing may come. */
    void end(Participant owner) {
        for (Access access : accesses) {
            if (!isBefore(access, owner)) {
                throw new ScheduleFault(
                        owner + " ends without having waited for the access to " + name + " by " + access.what);
            }
        }
        ended = owner.toString();
    }

    private static boolean isBefore(Access access, Participant who) {
        return access.who == who.index && access.epoch != Long.MAX_VALUE || who.clock[access.who] >= access.epoch;
    }
}
