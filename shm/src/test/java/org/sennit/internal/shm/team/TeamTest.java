package org.sennit.internal.shm.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
@Core
class TeamTest {
    /**
     * Waits by yielding, so that no thread need be woken. For platform threads only: virtual ones that do nothing but
     * yield may keep others from ever starting, so a wait on a virtual thread parks in the end.
     */
    private static final Progress YIELDING = new Progress() {
        @Override
        public int poll() {
            return 0;
        }

        @Override
        public boolean await(Condition condition, long timeoutNs) {
            while (!condition.isMet()) {
                Thread.yield();
            }
            return true;
        }

        @Override
        public void signal() {}
    };

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 80})
    void everyMemberSeesWhatTheOthersWroteBeforeTheySignalled(int members) throws Exception {
        onAll(members, TeamTest::meetOften);
    }

    private static void meetOften(TeamMember member) {
        for (int round = 0; round < 300; round++) {
            long meeting = enter(member);
            member.publish(meeting, round * member.size() + member.index());
            member.lines().set(ValueLayout.JAVA_INT, member.contribution(meeting, member.index()), round);
            member.signal(meeting, 0, -1);
            for (int other = 0; other < member.size(); other++) {
                awaitPhase(member, meeting, 0, other);
                assertEquals(round * member.size() + other, member.published(meeting, other), "round " + round);
                assertEquals(round, member.lines().get(ValueLayout.JAVA_INT, member.contribution(meeting, other)));
            }
            member.leave(meeting); // and no member writes there anew before all have left
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 80})
    void theLastMemberAtAGateSeesWhatAllWroteAndTheyWhatItWrote(int members) throws Exception {
        onAll(members, TeamTest::meetAtGates);
    }

    private static void meetAtGates(TeamMember member) {
        for (int round = 0; round < 300; round++) {
            long meeting = enter(member);
            set(member, meeting, member.index(), round + member.index());
            if (member.come(meeting, 0, round) == TeamMember.IS_LAST) {
                int sum = 0;
                for (int other = 0; other < member.size(); other++) {
                    sum += get(member, meeting, other);
                }
                set(member, meeting, 0, sum);
                member.open(meeting, 0);
            } else {
                awaitGate(member, meeting, 0);
            }
            int expected = member.size() * round + member.size() * (member.size() - 1) / 2;
            assertEquals(expected, get(member, meeting, 0), "round " + round);
            if (member.come(meeting, 3, round) == TeamMember.IS_LAST) { // the same gate again
                set(member, meeting, 0, -round);
                member.open(meeting, 3);
            } else {
                awaitGate(member, meeting, 3);
            }
            assertEquals(-round, get(member, meeting, 0), "round " + round);
            member.leave(meeting);
        }
    }

    private static void set(TeamMember member, long meeting, int whose, int value) {
        member.lines().set(ValueLayout.JAVA_INT, member.contribution(meeting, whose), value);
    }

    private static int get(TeamMember member, long meeting, int whose) {
        return member.lines().get(ValueLayout.JAVA_INT, member.contribution(meeting, whose));
    }

    private static void awaitGate(TeamMember member, long meeting, int phase) {
        while (!member.isOpen(meeting, phase)) {
            Thread.yield();
        }
    }

    @Test
    void theLastMemberAtAGateFindsThatAnotherMakesAnotherCall() {
        Team team = new Team(Collections.nCopies(3, YIELDING));
        List<TeamMember> members = membersOf(team);
        members.forEach(TeamMember::begin);
        assertEquals(TeamMember.WAITS, members.get(2).come(0, 0, 7));
        assertEquals(TeamMember.WAITS, members.get(0).come(0, 0, Team.TOKENS - 1));
        assertEquals(TeamMember.FINDS_OTHERS, members.get(1).come(0, 0, Team.TOKENS - 1));
        assertEquals(2, members.get(1).differing(0, Team.TOKENS - 1));
    }

    @Test
    void whoOpensAGateWakesAllOthers() {
        List<Integer> woken = new ArrayList<>();
        List<TeamMember> members = membersOf(new Team(recording(5, woken)));
        members.forEach(TeamMember::begin);
        List.of(0, 1, 2, 4)
                .forEach(i -> assertEquals(TeamMember.WAITS, members.get(i).come(0, 0, 1)));
        assertEquals(TeamMember.IS_LAST, members.get(3).come(0, 0, 1));
        assertEquals(List.of(), woken);
        assertFalse(members.get(0).isOpen(0, 0));
        members.get(3).open(0, 0);
        assertEquals(List.of(0, 1, 2, 4), woken);
        assertTrue(members.get(0).isOpen(0, 0));
        assertFalse(members.get(0).isOpen(0, 1));
    }

    @Test
    void afterAGateTheSlotOfTheMeetingBeforeIsFreeWithoutALookAtTheMarks() {
        Team team = new Team(Collections.nCopies(100, YIELDING));
        List<TeamMember> members = membersOf(team);
        for (int meeting = 0; meeting < 4; meeting++) {
            long number = meeting;
            members.forEach(member -> assertTrue(member.isFree(member.begin())));
            members.forEach(member -> member.come(number, 0, 1));
            assertEquals(number, team.allLeft());
            members.getLast().open(number, 0);
            members.forEach(member -> member.leave(number));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9})
    void meetingsOverlapAndEndInAnyOrder(int members) throws Exception {
        onAll(members, TeamTest::meetInPairs);
    }

    private static void meetInPairs(TeamMember member) {
        for (int round = 0; round < 300; round++) {
            long first = enter(member);
            long second = enter(member);
            member.signal(second, 0, -1);
            for (int other = 0; other < member.size(); other++) {
                awaitPhase(member, second, 0, other);
            }
            member.leave(second);
            member.signal(first, 0, -1);
            for (int other = 0; other < member.size(); other++) {
                awaitPhase(member, first, 0, other);
            }
            member.leave(first);
        }
    }

    @Test
    void aSlotIsNotFreeBeforeAllHaveLeftTheMeetingThatUsedIt() {
        Team team = new Team(Collections.nCopies(2, YIELDING));
        TeamMember one = team.member(0, false);
        TeamMember other = team.member(1, false);
        long first = one.begin();
        one.leave(first);
        for (int i = 1; i < team.slots(); i++) {
            long meeting = one.begin();
            assertTrue(one.isFree(meeting));
            one.leave(meeting);
        }
        long again = one.begin();
        assertFalse(one.isFree(again));
        other.leave(other.begin());
        assertTrue(one.isFree(again));
    }

    /** As in calls of one kind in turn with broadcasts: of many members the last ones leave late. */
    @ParameterizedTest
    @ValueSource(ints = {3, 8, 64, 65, 600})
    void betweenTwoGatesAMeetingWithoutOneMakesNoMemberWaitForOthersToLeave(int size) {
        List<Integer> woken = new ArrayList<>();
        Team team = new Team(recording(size, woken));
        List<TeamMember> members = membersOf(team);
        TeamMember fast = members.get(0);
        List<TeamMember> slow = members.subList(1, size);
        for (int round = 0; round < 40; round++) {
            long gate = fast.begin();
            assertTrue(fast.isFree(gate), "round " + round);
            fast.come(gate, 0, 1);
            slow.forEach(member -> {
                if (gate > 0) { // which it is still in
                    member.leave(gate - 2);
                    member.leave(member.begin());
                }
                long meeting = member.begin();
                assertTrue(member.isFree(meeting));
                if (member.come(meeting, 0, 1) == TeamMember.IS_LAST) {
                    member.open(meeting, 0);
                }
            });
            fast.leave(gate);
            fast.leave(fast.begin());
        }
    }

    @Test
    void ofManyOnlyTheAwaitedMemberWakesTheOneThatAwaitsIt() {
        List<Integer> woken = new ArrayList<>();
        Team team = new Team(recording(6, woken));
        List<TeamMember> members = membersOf(team);
        members.forEach(TeamMember::begin);
        assertFalse(members.get(0).hasReachedOrWakes(0, 0, 3));
        members.get(2).signal(0, 0, 0);
        assertEquals(List.of(), woken);
        members.get(3).signal(0, 0, 0);
        assertEquals(List.of(0), woken);
        assertTrue(members.get(0).hasReachedOrWakes(0, 0, 3));
    }

    @Test
    void whoLeavesWakesThoseThatWaitForItsSlotAndNoOther() {
        List<Integer> woken = new ArrayList<>();
        Team team = new Team(recording(3, woken));
        List<TeamMember> members = membersOf(team);
        TeamMember fast = members.get(0);
        for (int i = 0; i < team.slots(); i++) {
            fast.leave(fast.begin());
        }
        assertFalse(fast.isFree(fast.begin()));
        members.get(2).leave(members.get(2).begin());
        assertEquals(List.of(), woken); // it waits for member 1 first
        members.get(1).leave(members.get(1).begin());
        assertEquals(List.of(0), woken);
        assertTrue(fast.isFree(team.slots()));
    }

    private static List<TeamMember> membersOf(Team team) {
        return IntStream.range(0, team.size())
                .mapToObj(i -> team.member(i, i % 2 == 1))
                .toList();
    }

    private static List<Progress> recording(int members, List<Integer> woken) {
        return IntStream.range(0, members)
                .<Progress>mapToObj(i -> new Progress() {
                    @Override
                    public int poll() {
                        return 0;
                    }

                    @Override
                    public boolean await(Condition condition, long timeoutNs) {
                        throw new AssertionError("no wait is expected here");
                    }

                    @Override
                    public void signal() {
                        woken.add(i);
                    }
                })
                .toList();
    }

    private static long enter(TeamMember member) {
        long meeting = member.begin();
        while (!member.isFree(meeting)) {
            Thread.yield();
        }
        return meeting;
    }

    private static void awaitPhase(TeamMember member, long meeting, int phase, int other) {
        while (other != member.index() && !member.hasReached(meeting, phase, other)) {
            Thread.yield();
        }
    }

    private static void onAll(int members, Consumer<TeamMember> program) throws InterruptedException {
        Team team = new Team(Collections.nCopies(members, YIELDING));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            TeamMember member = team.member(i, i % 2 == 1);
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    program.accept(member);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get());
    }
}
