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
     * Waits by yielding, so that no thread need be woken. For platform threads only: virtual ones that do nothing but yield
     * may keep others from ever starting, so a wait on a virtual thread parks in the end.
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
                        throw new AssertionError("nobody waits here");
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
