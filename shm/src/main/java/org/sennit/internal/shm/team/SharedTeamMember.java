package org.sennit.internal.shm.team;

/**
 * A member whose endpoint is driven by several threads at once: one may leave a meeting while another enters the next
 * one.
 */
final class SharedTeamMember extends TeamMember {
    SharedTeamMember(Team team, int index) {
        super(team, index);
    }

    @Override
    public synchronized boolean isFree(long meeting) {
        return super.isFree(meeting);
    }

    @Override
    void say(long meeting, long whom) {
        sayAlways(meeting, whom);
    }

    @Override
    public synchronized long left() {
        return super.left();
    }

    @Override
    public synchronized void leave(long meeting) {
        super.leave(meeting);
    }
}
