package org.sennit.shm.team;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.concurrent.FrontPadding;
import org.sennit.runtime.request.Condition;
import org.sennit.runtime.request.Progress;

/**
 * A member's handle on its {@link Team}: arrive, and go on when the leader releases. All members make the same
 * sequence of meetings. Belongs to the thread that drives the member's endpoint; allocates nothing.
 */
public final class TeamMember extends FrontPadding {
    private final Team team;
    private final int index;
    private final Progress progress;
    private final Condition allArrived = this::allArrived;
    private final Condition isReleased = this::isReleased;
    private long meeting;
    private int arrived; // members below this are known to have arrived

    TeamMember(Team team, int index, Progress progress) {
        this.team = team;
        this.index = index;
        this.progress = progress;
    }

    /**
     * The team.
     *
     * @return the team
     */
    public Team team() {
        return team;
    }

    /**
     * The number of this member.
     *
     * @return 0 for the leader
     */
    public int index() {
        return index;
    }

    /**
     * Whether this member leads.
     *
     * @return true for member 0
     */
    public boolean isLeader() {
        return index == 0;
    }

    /**
     * Offers an object to the others; they see it after the meeting that follows.
     *
     * @param object any object, or null
     */
    public void publish(Object object) {
        team.publish(index, object);
    }

    /**
     * What another member has published.
     *
     * @param member its number
     * @return the object
     */
    public Object published(int member) {
        return team.published(member);
    }

    /**
     * The lines of the team; see {@link #contribution} and {@link #result}.
     *
     * @return off-heap memory
     */
    public MemorySegment lines() {
        return team.lines();
    }

    /**
     * Where a member's short contribution lies.
     *
     * @param member its number
     * @return bytes into {@link #lines}
     */
    public long contribution(int member) {
        return (long) member * Team.LINE_BYTES + Team.PAYLOAD;
    }

    /**
     * Where the leader's short result lies.
     *
     * @return bytes into {@link #lines}
     */
    public long result() {
        return team.releaseLine() + Team.PAYLOAD;
    }

    /**
     * Memory of the team's own; the leader calls it between {@link #awaitArrivals} and {@link #release}.
     *
     * @param bytes how much is needed
     * @return memory of at least that size, with old contents
     */
    public MemorySegment growShared(long bytes) {
        return team.growShared(bytes);
    }

    /**
     * Memory of the team's own, as the leader made it before the last release.
     *
     * @return off-heap memory
     */
    public MemorySegment shared() {
        return team.shared();
    }

    /** Meets: returns when every member has arrived and the leader has released. */
    public void meet() {
        if (index == 0) {
            awaitArrivals();
            release();
        } else {
            arrive();
            awaitRelease();
        }
    }

    /** Begins a meeting as an ordinary member; does not block. */
    public void arrive() {
        meeting++;
        team.setNumber((long) index * Team.LINE_BYTES, meeting);
        team.wake(0);
    }

    /** Blocks until the leader has released the meeting that {@link #arrive} began. */
    public void awaitRelease() {
        if (!isReleased()) {
            progress.await(isReleased, Long.MAX_VALUE);
        }
    }

    /** Begins a meeting as the leader: blocks until all others have arrived. */
    public void awaitArrivals() {
        meeting++;
        arrived = 1;
        if (!allArrived()) {
            progress.await(allArrived, Long.MAX_VALUE);
        }
    }

    /** Ends a meeting as the leader: lets all others go on; does not block. */
    public void release() {
        team.setNumber(team.releaseLine(), meeting);
        for (int i = 1; i < team.size(); i++) {
            team.wake(i);
        }
    }

    private boolean allArrived() {
        while (arrived < team.size()) {
            if (team.number((long) arrived * Team.LINE_BYTES) < meeting) {
                return false;
            }
            arrived++;
        }
        return true;
    }

    private boolean isReleased() {
        return team.number(team.releaseLine()) >= meeting;
    }
}
