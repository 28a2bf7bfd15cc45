package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.spi.progress.Progress;

/**
 * Meetings of a team: what was written before a signal is seen after it, and no member sleeps for ever. A waiter stores
 * whom it waits for, then loads the signal once more; a member that signals stores that, then loads the waiters: a
 * store and a load on either side. The engine that sleeps is the real one; see {@link OneSleep} for how it sleeps.
 * {@link TeamSlotStress} has slots that are used again, {@link TeamArrivalStress} the fast path.
 */
public final class TeamStress {
    static final String LOST = "One sleeps, and no thread will wake it: the lost wake-up.";

    private TeamStress() {}

    /** An engine that sleeps where the test looks. */
    static ProgressEngine engine(OneSleep place) {
        return ParkingStress.engine(place, new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), null));
    }

    /** A member of whom nothing is wanted. */
    static Progress bystander() {
        return new SignalledProgress(new ParkingSpot());
    }

    /** Two members meet; each sees what the other wrote before. */
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Each saw the other's, and none sleeps for ever.")
    @Outcome(id = "-1, .*", expect = FORBIDDEN, desc = LOST)
    @Outcome(id = ".*, -1", expect = FORBIDDEN, desc = LOST)
    @Outcome(expect = FORBIDDEN, desc = "One left the meeting and did not see what the other had written before it.")
    @State
    public static class Meeting {
        private final OneSleep leaderPlace = new OneSleep();
        private final OneSleep memberPlace = new OneSleep();
        private final ProgressEngine leaderEngine = engine(leaderPlace);
        private final ProgressEngine memberEngine = engine(memberPlace);
        private final Team team = new Team(List.of(leaderEngine, memberEngine));
        private final TeamMember leader = team.member(0, false);
        private final TeamMember member = team.member(1, false);
        private int ofLeader;
        private int ofMember;

        @Actor
        public void leader(II_Result r) {
            long meeting = leader.begin();
            ofLeader = 1;
            leader.signal(meeting, 0, -1);
            memberPlace.over();
            leaderEngine.await(() -> leader.hasReached(meeting, 0, 1), Long.MAX_VALUE);
            r.r1 = ofMember;
        }

        @Actor
        public void member(II_Result r) {
            long meeting = member.begin();
            ofMember = 2;
            member.signal(meeting, 0, 0);
            leaderPlace.over();
            memberEngine.await(() -> member.hasReached(meeting, 0, 0), Long.MAX_VALUE);
            r.r2 = ofLeader;
        }

        /** Returns whether a member would still sleep. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = leaderPlace.outcome() == 2 ? -1 : r.r1;
            r.r2 = memberPlace.outcome() == 2 ? -1 : r.r2;
        }
    }

    /** Two members meet; each sees what the other wrote before: memory, its line, and the object it offered. */
    @JCStressTest
    @Outcome(id = "222, 111", expect = ACCEPTABLE, desc = "Each saw the other's, and none sleeps for ever.")
    @Outcome(id = "-1, .*", expect = FORBIDDEN, desc = LOST)
    @Outcome(id = ".*, -1", expect = FORBIDDEN, desc = LOST)
    @Outcome(expect = FORBIDDEN, desc = "One left the meeting and did not see what the other had written before it.")
    @State
    public static class Contributions {
        private final OneSleep[] places = {new OneSleep(), new OneSleep()};
        private final ProgressEngine[] engines = {engine(places[0]), engine(places[1])};
        private final Team team = new Team(List.of(engines));
        private final TeamMember[] members = {team.member(0, false), team.member(1, false)};
        private final int[] memory = new int[2];

        @Actor
        public void first(II_Result r) {
            r.r1 = meet(0, -1);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = meet(1, 0);
        }

        private int meet(int self, int target) {
            TeamMember member = members[self];
            int other = 1 - self;
            int number = self + 1;
            long meeting = member.begin();
            memory[self] = number;
            member.lines().set(ValueLayout.JAVA_INT, member.contribution(meeting, self), 10 * number);
            member.publish(meeting, 100 * number);
            member.signal(meeting, 0, target);
            places[other].over();
            engines[self].await(() -> member.hasReachedOrWakes(meeting, 0, other), Long.MAX_VALUE);
            int line = member.lines().get(ValueLayout.JAVA_INT, member.contribution(meeting, other));
            Integer offered = (Integer) member.published(meeting, other);
            return memory[other] + line + (offered == null ? 0 : offered);
        }

        /** Returns whether a member would still sleep. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = places[0].outcome() == 2 ? -1 : r.r1;
            r.r2 = places[1].outcome() == 2 ? -1 : r.r2;
        }
    }

    /** Two members ask for pages at once, which are not there yet, and each sees in them what the other wrote. */
    @JCStressTest
    @Outcome(id = "20, 10", expect = ACCEPTABLE, desc = "Each saw the other's page.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "Each has made pages of its own, or one left before the other's was to be seen.")
    @State
    public static class Pages {
        private final Team team = new Team(List.of(bystander(), bystander()));
        private final TeamMember[] members = {team.member(0, false), team.member(1, false)};

        @Actor
        public void first(II_Result r) {
            r.r1 = meet(0);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = meet(1);
        }

        private int meet(int self) {
            TeamMember member = members[self];
            int other = 1 - self;
            long meeting = member.begin();
            MemorySegment pages = member.pages();
            pages.set(ValueLayout.JAVA_INT, member.page(meeting, self), 10 * (self + 1));
            member.signal(meeting, 0, -1);
            while (!member.hasReached(meeting, 0, other)) {
                Thread.onSpinWait();
            }
            return pages.get(ValueLayout.JAVA_INT, member.page(meeting, other));
        }
    }

    /** In a large team a member is woken only by the one that it has said it awaits. */
    @JCStressTest
    @Outcome(
            id = "7, 0",
            expect = ACCEPTABLE,
            desc = "It saw the signal without sleeping, and what was written before.")
    @Outcome(
            id = "7, 1",
            expect = ACCEPTABLE,
            desc = "It slept, was woken, and saw what was written before the signal.")
    @Outcome(id = ".*, 2", expect = FORBIDDEN, desc = LOST)
    @Outcome(expect = FORBIDDEN, desc = "It saw the signal, and not what was written before it.")
    @State
    public static class AwaitedOfMany {
        private final OneSleep place = new OneSleep();
        private final ProgressEngine engine = engine(place);
        private final Team team = new Team(Stream.concat(
                        Stream.of((Progress) engine),
                        Stream.generate(TeamStress::bystander).limit(4))
                .toList());
        private final TeamMember leader = team.member(0, false);
        private final TeamMember member = team.member(1, false);
        private int memory;

        /** Awaits one of many. */
        @Actor
        public void leader(II_Result r) {
            long meeting = leader.begin();
            engine.await(() -> leader.hasReachedOrWakes(meeting, 0, 1), Long.MAX_VALUE);
            r.r1 = memory;
        }

        /** Signals to the leader alone. */
        @Actor
        public void member() {
            long meeting = member.begin();
            memory = 7;
            member.signal(meeting, 0, 0);
            place.over();
        }

        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = place.outcome();
        }
    }

    /** The handshake alone: whom a member awaits against the signal of that one. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter would sleep; the signaller sees it and wakes it.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The waiter sees the signal; the signaller saw no waiter.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = LOST)
    @State
    public static class AwaitedAndSignal {
        private final ParkingSpot spot = new ParkingSpot();
        private final SignalledProgress waiting = new SignalledProgress(spot);
        private final Team team = new Team(Stream.concat(
                        Stream.of((Progress) waiting),
                        Stream.generate(TeamStress::bystander).limit(4))
                .toList());
        private final TeamMember waiter = team.member(0, false);
        private final TeamMember signaller = team.member(1, false);

        /** The waiter is asleep until another thread wakes it. */
        public AwaitedAndSignal() {
            spot.occupy();
        }

        /** Says whom it awaits and looks. */
        @Actor
        public void waiter(II_Result r) {
            r.r1 = waiter.hasReachedOrWakes(3, 0, 1) ? 1 : 0;
        }

        /** Signals, and looks for a member that awaits it. */
        @Actor
        public void signaller(II_Result r) {
            signaller.signal(3, 0, 0);
            r.r2 = waiting.hasSeenOccupant ? 1 : 0;
        }
    }

    /** Allreduces by lines, one after the other, through more meetings than slots, as a schedule does them. */
    @JCStressTest
    @Outcome(id = "3240, 3240", expect = ACCEPTABLE, desc = "All sums are right, and none slept for ever.")
    @Outcome(id = "-1, .*", expect = FORBIDDEN, desc = LOST)
    @Outcome(id = ".*, -1", expect = FORBIDDEN, desc = LOST)
    @Outcome(expect = FORBIDDEN, desc = "A line was read too early, or written anew before it had been read.")
    @State
    public static class AllreducesOverReusedSlots extends TwoMemberSums {
        @Override
        long sum(TeamMember member, int self, long share) {
            long meeting = begin(member, self);
            set(member, meeting, self, share);
            member.signal(meeting, 0, -1);
            await(self, () -> member.hasReachedOrWakes(meeting, 0, 1 - self));
            long sum = get(member, meeting, 0) + get(member, meeting, 1);
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
