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
 * The fast path of a team's meetings: a member arrives with a releasing store, and its fence and its look for sleepers
 * come only when it leaves. {@link TeamStress} has the ordinary one.
 */
public final class TeamArrivalStress {
    private static final int TOKEN = 5;

    private TeamArrivalStress() {}

    /** The handshake alone: a member about to sleep against one that arrives and leaves. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter would sleep; the other sees it and wakes it.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The waiter sees the arrival; the other saw no waiter.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = TeamStress.LOST)
    @State
    public static class ArrivalAndSleeper {
        private final ParkingSpot spot = new ParkingSpot();
        private final SignalledProgress waiting = new SignalledProgress(spot);
        private final Team team = new Team(List.of(waiting, new SignalledProgress(new ParkingSpot())));
        private final TeamMember waiter = team.member(0, false);
        private final TeamMember arriver = team.member(1, false);

        /** Looks once more before it sleeps. */
        @Actor
        public void waiter(II_Result r) {
            spot.occupy();
            r.r1 = waiter.hasReachedOrWakes(0, 0, 1) ? 1 : 0;
        }

        /** Arrives, leaves, and looks for a sleeper. */
        @Actor
        public void arriver(II_Result r) {
            long meeting = arriver.enterNext();
            arriver.arrive(meeting, TOKEN);
            arriver.leaveAndWake(meeting);
            r.r2 = waiting.hasSeenOccupant ? 1 : 0;
        }
    }

    /** The handshake alone: a member that waits for a slot against the last one that leaves it. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter would sleep; the leaver sees it and wakes it.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE,
            desc = "The waiter sees that the slot is free; the leaver saw no waiter.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = TeamStress.LOST)
    @State
    public static class WaiterAndLeaver {
        private final ParkingSpot spot = new ParkingSpot();
        private final SignalledProgress waiting = new SignalledProgress(spot);
        private final Team team = new Team(List.of(new SignalledProgress(new ParkingSpot()), waiting));
        private final TeamMember waiter = team.member(1, false);
        private final TeamMember leaver = team.member(0, false);

        /** The waiter has left the meeting, and is asleep until another thread wakes it. */
        public WaiterAndLeaver() {
            waiter.leave(0);
            leaver.arrive(leaver.enterNext(), TOKEN);
            spot.occupy();
        }

        /** Says that it waits and looks. */
        @Actor
        public void waiter(II_Result r) {
            r.r1 = waiter.isFree(team.slots()) ? 1 : 0;
        }

        /** Leaves, and looks for a waiter. */
        @Actor
        public void leaver(II_Result r) {
            leaver.leaveAndWake(0);
            r.r2 = waiting.hasSeenOccupant ? 1 : 0;
        }
    }

    /** Allreduces by lines through more meetings than slots, each member on the fast path as far as it goes. */
    @JCStressTest
    @Outcome(id = "3240, 3240", expect = ACCEPTABLE, desc = "All sums are right, and none slept for ever.")
    @Outcome(id = "-1, .*", expect = FORBIDDEN, desc = TeamStress.LOST)
    @Outcome(id = ".*, -1", expect = FORBIDDEN, desc = TeamStress.LOST)
    @Outcome(expect = FORBIDDEN, desc = "A line was read too early, or written anew before it had been read.")
    @State
    public static class Allreduces extends TwoMemberSums {
        @Override
        long sum(TeamMember member, int self, long share) {
            long entered = member.enterNext();
            long meeting = entered >= 0 ? entered : begin(member, self);
            set(member, meeting, self, share);
            member.arrive(meeting, TOKEN);
            boolean hasArrived = member.hasArrived(meeting, TOKEN, 1 - self, self == 0 ? 20 : 1);
            if (!hasArrived) {
                member.signal(meeting, 0, -1, TOKEN);
                await(self, () -> member.hasReachedOrWakes(meeting, 0, 1 - self));
            }
            long sum = get(member, meeting, 0) + get(member, meeting, 1);
            if (hasArrived) {
                member.leaveAndWake(meeting);
            } else {
                member.leave(meeting);
            }
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
