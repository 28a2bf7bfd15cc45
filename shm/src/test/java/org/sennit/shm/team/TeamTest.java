package org.sennit.shm.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.runtime.request.Condition;
import org.sennit.runtime.request.Progress;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class TeamTest {
    /**
     * Waits by yielding, so that nobody need be woken. For platform threads only: virtual ones that do nothing but yield
     * may keep others from ever starting, so whoever waits on a virtual thread parks in the end.
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
    @ValueSource(ints = {1, 2, 8})
    void everyMemberSeesWhatTheOthersPublishedBeforeTheMeeting(int members) throws Exception {
        Team team = new Team(Collections.nCopies(members, YIELDING));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            TeamMember member = team.member(i);
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    meetOften(member, members);
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

    private static void meetOften(TeamMember member, int members) {
        for (int round = 0; round < 500; round++) {
            member.publish(round * members + member.index());
            member.meet();
            for (int other = 0; other < members; other++) {
                assertEquals(round * members + other, member.published(other), "round " + round);
            }
            member.meet(); // nobody publishes anew before all have read
        }
    }
}
