package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;

/**
 * The gates of a team: exactly one member is the last, it sees what all wrote before they came, and all see what it wrote before it
 * opened. {@link TeamStress} has meetings by signals.
 */
public final class TeamGateStress {
    private static final int TOKEN = 5;

    private TeamGateStress() {}

    /** The handshake alone: who is about to sleep before a gate against the last one, who opens it. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter would sleep; the opener sees it and wakes it.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The waiter sees the open gate; the opener saw no waiter.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = TeamStress.LOST)
    @State
    public static class OpenerAndSleeper {
        private final ParkingSpot spot = new ParkingSpot();
        private final SignalledProgress waiting = new SignalledProgress(spot);
        private final Team team = new Team(List.of(waiting, new SignalledProgress(new ParkingSpot())));
        private final TeamMember waiter = team.member(0, false);
        private final TeamMember opener = team.member(1, false);
        private final long meeting;

        /** Both have come; the second one was the last. */
        public OpenerAndSleeper() {
            meeting = waiter.begin();
            waiter.come(meeting, 0, TOKEN);
            opener.come(opener.begin(), 0, TOKEN);
        }

        /** Is about to sleep and looks once more. */
        @Actor
        public void waiter(II_Result r) {
            spot.occupy();
            r.r1 = waiter.isOpen(meeting, 0) ? 1 : 0;
        }

        /** Opens and looks who sleeps. */
        @Actor
        public void opener(II_Result r) {
            opener.open(meeting, 0);
            r.r2 = waiting.hasSeenOccupant ? 1 : 0;
        }
    }

    /** Allreduces by lines and gates, through more meetings than there are slots; the last one adds. */
    @JCStressTest
    @Outcome(id = "3240, 3240", expect = ACCEPTABLE, desc = "All sums are right, and none slept for ever.")
    @Outcome(id = "-1, .*", expect = FORBIDDEN, desc = TeamStress.LOST)
    @Outcome(id = ".*, -1", expect = FORBIDDEN, desc = TeamStress.LOST)
    @Outcome(expect = FORBIDDEN, desc = "A line was read too early, or written anew before it had been read.")
    @State
    public static class Allreduces {
        private static final int ROUNDS = 80; // more than twice the slots

        private final OneSleep[] places = {new OneSleep(), new OneSleep()};
        private final ProgressEngine[] engines = {TeamStress.engine(places[0]), TeamStress.engine(places[1])};
        private final Team team = new Team(List.of(engines));
        private final TeamMember[] members = {team.member(0, false), team.member(1, false)};

        /** One of the two. */
        @Actor
        public void first(JJ_Result r) {
            r.r1 = sums(0);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = sums(1);
        }

        /** The numbers from 1 to 80, each divided between the two; the sum of all is 3240. */
        private long sums(int self) {
            TeamMember member = members[self];
            long all = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                long meeting = member.begin();
                engines[self].await(() -> member.isFree(meeting), Long.MAX_VALUE);
                set(member, meeting, self, self == 0 ? round / 2 : round - round / 2);
                if (member.come(meeting, 0, TOKEN) == TeamMember.IS_LAST) {
                    set(member, meeting, 0, get(member, meeting, 0) + get(member, meeting, 1));
                    member.open(meeting, 0);
                } else {
                    engines[self].await(() -> member.isOpen(meeting, 0), Long.MAX_VALUE);
                }
                all += get(member, meeting, 0);
                member.leave(meeting);
            }
            places[1 - self].over();
            return all;
        }

        private static void set(TeamMember member, long meeting, int whose, long value) {
            member.lines().set(ValueLayout.JAVA_LONG, member.contribution(meeting, whose), value);
        }

        private static long get(TeamMember member, long meeting, int whose) {
            return member.lines().get(ValueLayout.JAVA_LONG, member.contribution(meeting, whose));
        }

        /** Returns whether a member would still sleep. */
        @Arbiter
        public void outcome(JJ_Result r) {
            r.r1 = places[0].outcome() == 2 ? -1 : r.r1;
            r.r2 = places[1].outcome() == 2 ? -1 : r.r2;
        }
    }
}
