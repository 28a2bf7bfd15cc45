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
 * The fast path of a team's meetings: a member arrives with a releasing store, and its fence and its look for sleepers come
 * only when it leaves. {@link TeamStress} has the ordinary one.
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

    /** Allreduces by lines through more meetings than there are slots, each member on the fast path as far as it goes. */
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

        /** Runs as one of the two. */
        @Actor
        public void first(JJ_Result r) {
            r.r1 = sums(0, 20);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = sums(1, 1);
        }

        /** The numbers from 1 to 80, each divided between the two; the sum of all is 3240. */
        private long sums(int self, int looks) {
            TeamMember member = members[self];
            long all = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                long meeting = enter(member, engines[self]);
                long share = self == 0 ? round / 2 : round - round / 2;
                member.lines().set(ValueLayout.JAVA_LONG, member.contribution(meeting, self), share);
                member.arrive(meeting, TOKEN);
                boolean hasArrived = member.hasArrived(meeting, TOKEN, 1 - self, looks);
                if (!hasArrived) {
                    member.signal(meeting, 0, -1, TOKEN);
                    engines[self].await(() -> member.hasReachedOrWakes(meeting, 0, 1 - self), Long.MAX_VALUE);
                }
                all += member.lines().get(ValueLayout.JAVA_LONG, member.contribution(meeting, 0))
                        + member.lines().get(ValueLayout.JAVA_LONG, member.contribution(meeting, 1));
                if (hasArrived) {
                    member.leaveAndWake(meeting);
                } else {
                    member.leave(meeting);
                }
            }
            places[1 - self].over();
            return all;
        }

        private static long enter(TeamMember member, ProgressEngine engine) {
            long entered = member.enterNext();
            if (entered >= 0) {
                return entered;
            }
            long meeting = member.begin();
            engine.await(() -> member.isFree(meeting), Long.MAX_VALUE);
            return meeting;
        }

        /** Returns whether a member would still sleep. */
        @Arbiter
        public void outcome(JJ_Result r) {
            r.r1 = places[0].outcome() == 2 ? -1 : r.r1;
            r.r2 = places[1].outcome() == 2 ? -1 : r.r2;
        }
    }
}
