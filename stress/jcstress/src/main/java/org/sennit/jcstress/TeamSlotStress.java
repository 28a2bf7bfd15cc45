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
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;

/**
 * Slots of a team's meetings: one is used again only when all have left it, and no member sleeps for ever. A waiter
 * stores that it waits for a slot, then loads once more whether the others have left; a member that leaves stores
 * that, then loads the waiters.
 */
public final class TeamSlotStress {
    private TeamSlotStress() {}

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
        private final Team team = new Team(List.of(TeamStress.bystander(), waiting));
        private final TeamMember waiter = team.member(1, false);
        private final TeamMember leaver = team.member(0, false);

        /** The waiter has left the meeting, and is asleep until another thread wakes it. */
        public WaiterAndLeaver() {
            waiter.leave(0);
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
            leaver.leave(0);
            r.r2 = waiting.hasSeenOccupant ? 1 : 0;
        }
    }

    /** A member waits for a slot; the last of the others reads a line in it and leaves. */
    @JCStressTest
    @Outcome(id = "5, 0", expect = ACCEPTABLE, desc = "The slot was free when it was looked at.")
    @Outcome(id = "5, 1", expect = ACCEPTABLE, desc = "It slept until the slot was free, and was woken.")
    @Outcome(id = ".*, 2", expect = FORBIDDEN, desc = TeamStress.LOST)
    @Outcome(expect = FORBIDDEN, desc = "The line was written anew before it had been read.")
    @State
    public static class SlotUsedAgain {
        private final OneSleep place = new OneSleep();
        private final ProgressEngine engine = TeamStress.engine(place);
        private final Team team = new Team(List.of(engine, TeamStress.bystander()));
        private final TeamMember writer = team.member(0, false);
        private final TeamMember reader = team.member(1, false);

        /** Starts when all meetings but the last are over; both are in the first, whose slot comes next. */
        public SlotUsedAgain() {
            for (int i = 0; i < team.slots(); i++) {
                writer.begin();
                reader.begin();
            }
            writer.lines().set(ValueLayout.JAVA_INT, writer.contribution(0, 0), 5);
            for (int i = 0; i < team.slots(); i++) {
                writer.leave(i);
            }
            for (int i = 1; i < team.slots(); i++) {
                reader.leave(i);
            }
        }

        /** Waits for the slot and writes. */
        @Actor
        public void writer() {
            long meeting = writer.begin();
            engine.await(() -> writer.isFree(meeting), Long.MAX_VALUE);
            writer.lines().set(ValueLayout.JAVA_INT, writer.contribution(meeting, 0), 6);
        }

        /** Reads and leaves. */
        @Actor
        public void reader(II_Result r) {
            r.r1 = reader.lines().get(ValueLayout.JAVA_INT, reader.contribution(0, 0));
            reader.leave(0);
            place.over();
        }

        @Arbiter
        public void outcome(II_Result r) {
            r.r2 = place.outcome();
        }
    }

    /** One waits already for a member to leave, another begins to, and it leaves. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The first is woken; the second saw that the slot is free.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both are woken, or the second slept and was woken.")
    @Outcome(id = ".*, 2", expect = FORBIDDEN, desc = TeamStress.LOST)
    @Outcome(expect = FORBIDDEN, desc = "The first, who sleeps already, is not woken.")
    @State
    public static class SecondWaiterForASlot {
        private final OneSleep place = new OneSleep();
        private final ParkingSpot firstSpot = new ParkingSpot();
        private final SignalledProgress first = new SignalledProgress(firstSpot);
        private final ProgressEngine second = TeamStress.engine(place);
        private final Team team = new Team(List.of(first, second, TeamStress.bystander()));
        private final TeamMember secondMember = team.member(1, false);
        private final TeamMember leaver = team.member(2, false);

        /** The first has found the slot taken, and sleeps. */
        public SecondWaiterForASlot() {
            TeamMember firstMember = team.member(0, false);
            for (int i = 0; i < team.slots(); i++) {
                firstMember.leave(i);
                secondMember.leave(i);
            }
            firstSpot.occupy();
            if (firstMember.isFree(team.slots())) {
                throw new IllegalStateException("the slot is free");
            }
        }

        /** Waits for the same slot. */
        @Actor
        public void second() {
            second.await(() -> secondMember.isFree(team.slots()), Long.MAX_VALUE);
        }

        @Actor
        public void leaver() {
            OneSleep.dawdle(60);
            leaver.leave(0);
            place.over();
        }

        /** Reports which thread was woken. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = first.hasSeenOccupant ? 1 : 0;
            r.r2 = place.outcome();
        }
    }

    /** A member leaves the meeting for which one waits, while another begins to wait for it to leave the next. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Each is woken when the member leaves its meeting.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "The second was forgotten with the first: it sleeps for ever.")
    @Outcome(expect = FORBIDDEN, desc = "The first, who sleeps already, is not woken.")
    @State
    public static class WaiterForTheNextMeeting {
        private final ParkingSpot[] spots = {new ParkingSpot(), new ParkingSpot()};
        private final SignalledProgress[] waiting = {new SignalledProgress(spots[0]), new SignalledProgress(spots[1])};
        private final Team team = new Team(List.of(waiting[0], waiting[1], TeamStress.bystander()));
        private final TeamMember second = team.member(1, false);
        private final TeamMember leaver = team.member(2, false);

        /** The first has found the slot taken, and sleeps. */
        public WaiterForTheNextMeeting() {
            TeamMember first = team.member(0, false);
            for (int i = 0; i < team.slots(); i++) {
                first.leave(i);
                second.leave(i);
            }
            spots[0].occupy();
            spots[1].occupy();
            first.isFree(team.slots());
        }

        /** Waits for the slot behind it. */
        @Actor
        public void second() {
            second.isFree(team.slots() + 1);
        }

        /** Leaves the first meeting. */
        @Actor
        public void leaver() {
            leaver.leave(0);
        }

        /** The second looks again if it was woken; then the member leaves the next meeting. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = waiting[0].hasSeenOccupant ? 1 : 0;
            if (waiting[1].hasSeenOccupant) {
                waiting[1].hasSeenOccupant = false;
                second.isFree(team.slots() + 1);
            }
            leaver.leave(1);
            r.r2 = waiting[1].hasSeenOccupant ? 1 : 0;
        }
    }

    /** Two begin to wait for the same member at once; later it leaves. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both are woken.")
    @Outcome(expect = FORBIDDEN, desc = "One of them has overwritten that the other waits, too.")
    @State
    public static class TwoWaitForASlot {
        private final ParkingSpot[] spots = {new ParkingSpot(), new ParkingSpot()};
        private final SignalledProgress[] waiting = {new SignalledProgress(spots[0]), new SignalledProgress(spots[1])};
        private final Team team = new Team(List.of(waiting[0], waiting[1], TeamStress.bystander()));
        private final TeamMember[] members = {team.member(0, false), team.member(1, false)};

        /** The two have left, the third has not. */
        public TwoWaitForASlot() {
            for (int i = 0; i < team.slots(); i++) {
                members[0].leave(i);
                members[1].leave(i);
            }
        }

        @Actor
        public void first() {
            spots[0].occupy();
            members[0].isFree(team.slots());
        }

        @Actor
        public void second() {
            spots[1].occupy();
            members[1].isFree(team.slots());
        }

        /** The third leaves. */
        @Arbiter
        public void leaver(II_Result r) {
            team.member(2, false).leave(0);
            r.r1 = waiting[0].hasSeenOccupant ? 1 : 0;
            r.r2 = waiting[1].hasSeenOccupant ? 1 : 0;
        }
    }
}
