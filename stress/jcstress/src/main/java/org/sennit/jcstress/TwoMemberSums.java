package org.sennit.jcstress;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.spi.progress.Condition;

/**
 * Two members of a team that add their shares of the numbers from 1 to 80, one after the other by lines: more meetings
 * than twice the slots, and 3240 in all. How they meet is the subclass's; each has two actors and an arbiter.
 */
abstract class TwoMemberSums {
    private static final int ROUNDS = 80;

    private final OneSleep[] places = {new OneSleep(), new OneSleep()};
    private final ProgressEngine[] engines = {TeamStress.engine(places[0]), TeamStress.engine(places[1])};
    private final TeamMember[] members;

    /** Slots are used again only if there are fewer of them than meetings. */
    TwoMemberSums() {
        Team team = new Team(List.of(engines));
        if (2 * team.slots() > ROUNDS) {
            throw new IllegalStateException("no slot is used three times: slots=" + team.slots());
        }
        members = new TeamMember[] {team.member(0, false), team.member(1, false)};
    }

    /** Meets the other member with a share; returns the sum of both. */
    abstract long sum(TeamMember member, int self, long share);

    /** Runs as one of the two. */
    final long sums(int self) {
        long all = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            all += sum(members[self], self, self == 0 ? round / 2 : round - round / 2);
        }
        places[1 - self].over();
        return all;
    }

    final void await(int self, Condition condition) {
        engines[self].await(condition, Long.MAX_VALUE);
    }

    /** Begins a meeting and waits for its slot. */
    final long begin(TeamMember member, int self) {
        long meeting = member.begin();
        await(self, () -> member.isFree(meeting));
        return meeting;
    }

    static void set(TeamMember member, long meeting, int whose, long value) {
        member.lines().set(ValueLayout.JAVA_LONG, member.contribution(meeting, whose), value);
    }

    static long get(TeamMember member, long meeting, int whose) {
        return member.lines().get(ValueLayout.JAVA_LONG, member.contribution(meeting, whose));
    }

    /** Reports -1 for a member that would still sleep. */
    final void reportSleepers(JJ_Result r) {
        r.r1 = places[0].outcome() == 2 ? -1 : r.r1;
        r.r2 = places[1].outcome() == 2 ? -1 : r.r2;
    }
}
