package org.sennit.internal.endpoints.coll.schedule;

/** What can be said of a schedule's phases without running it. */
final class PhaseCheck {
    private PhaseCheck() {}

    /** Phases that do not shrink, are counted alike by the whole team, and are signalled to the members that wait for them. */
    static void check(Participant who, Participant[] team) {
        CollectiveSchedule s = who.schedule;
        if (s.phases() != team[0].schedule.phases()) {
            throw new ScheduleFault(
                    who + " has " + s.phases() + " phases, " + team[0] + " " + team[0].schedule.phases());
        }
        long last = -1;
        for (int step = 0; step < s.length(); step++) {
            boolean isAll = s.kind(step) == Step.AWAIT_ALL;
            if (s.kind(step) == Step.SIGNAL) {
                if (s.bytes(step) < last) {
                    throw new ScheduleFault(who.at(step) + ": phases must not shrink");
                }
                last = s.bytes(step);
            } else if (!isAll && s.kind(step) != Step.AWAIT) {
                continue;
            }
            if (s.bytes(step) >= s.phases()) {
                throw new ScheduleFault(who.at(step) + ": there are only " + s.phases() + " phases");
            }
            for (Participant other : team) {
                boolean isAwaited = isAll ? other != who : s.kind(step) == Step.AWAIT && s.peer(step) == other.member;
                if (isAwaited && !signals(other.schedule, s.bytes(step), who.member)) {
                    throw new ScheduleFault(who.at(step) + ": no signal of " + other + " will wake it");
                }
            }
        }
    }

    private static boolean signals(CollectiveSchedule s, long phase, int member) {
        for (int i = 0; i < s.length(); i++) {
            if (s.kind(i) == Step.SIGNAL && s.bytes(i) >= phase && (s.peer(i) == Step.ALL || s.peer(i) == member)) {
                return true;
            }
        }
        return false;
    }
}
