package org.sennit.internal.endpoints.coll.schedule;

import java.util.stream.IntStream;

/** What can be said of a schedule's phases without running it. */
final class PhaseCheck {
    private PhaseCheck() {}

    /**
     * Phases that do not shrink, are counted alike by the whole team, and are signalled to the members that wait for
     * them.
     */
    static void check(Participant who, Participant[] team) {
        CollectiveSchedule s = who.schedule;
        if (s.phases() != team[0].schedule.phases()) {
            throw new ScheduleFault(
                    who + " has " + s.phases() + " phases, " + team[0] + " " + team[0].schedule.phases());
        }
        long last = -1;
        for (int step = 0; step < s.length(); step++) {
            boolean isAll = s.kind(step) == Step.AWAIT_ALL;
            if (s.kind(step) == Step.MEET) {
                checkGate(who, step, team);
            }
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

    /** Each member comes to the same gates, with as much to combine. */
    private static void checkGate(Participant who, int step, Participant[] team) {
        CollectiveSchedule s = who.schedule;
        if (s.bytes(step) >= s.phases()) {
            throw new ScheduleFault(who.at(step) + ": there are only " + s.phases() + " phases");
        }
        for (Participant other : team) {
            CollectiveSchedule its = other.schedule;
            boolean comes = IntStream.range(0, its.length())
                    .anyMatch(i -> its.kind(i) == Step.MEET
                            && its.bytes(i) == s.bytes(step)
                            && its.toOffset(i) == s.toOffset(step));
            if (!comes) {
                throw new ScheduleFault(who.at(step) + ": " + other + " never comes");
            }
        }
    }

    /** What the last member at a gate makes of the lines of all. */
    static ReductionProgram combined(int members, int unitBytes) {
        ReductionBuilder program = new ReductionBuilder(unitBytes);
        for (int m = 0; m < members; m++) {
            program.operand(m, BufferRef.of(m, BufferRef.LINE), 0);
        }
        return program.compute(new CanonicalTree.Node(0, members), BufferRef.of(0, BufferRef.LINE), 0)
                .build();
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
