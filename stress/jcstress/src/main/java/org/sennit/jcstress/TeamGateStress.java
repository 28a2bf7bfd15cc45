package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;

/**
 * The gates of a team: exactly one member is the last, it sees what all wrote before they came, and all see what it
 * wrote before it opened. {@link TeamStress} has meetings by signals.
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
    public static class Allreduces extends TwoMemberSums {
        @Override
        long sum(TeamMember member, int self, long share) {
            long meeting = begin(member, self);
            set(member, meeting, self, share);
            if (member.come(meeting, 0, TOKEN) == TeamMember.IS_LAST) {
                set(member, meeting, 0, get(member, meeting, 0) + get(member, meeting, 1));
                member.open(meeting, 0);
            } else {
                await(self, () -> member.isOpen(meeting, 0));
            }
            long sum = get(member, meeting, 0);
            member.leave(meeting);
            return sum;
        }

        @Actor
        public void first(JJ_Result r) {
            r.r1 = sums(0);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = sums(1);
        }

        @Arbiter
        public void outcome(JJ_Result r) {
            reportSleepers(r);
        }
    }
}
