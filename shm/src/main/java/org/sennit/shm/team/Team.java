package org.sennit.shm.team;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.sennit.runtime.request.Progress;

/**
 * Endpoints of one JVM that meet: each member has a line with an arrival number and room for a short contribution,
 * and the leader (member 0) has one more with a release number and a short result. A team knows members and flags, not
 * communicators.
 *
 * <p>Built by one thread and handed to the others; each member then uses its own {@link TeamMember}.
 *
 * <pre>
 *   line of 128 bytes:  | number (8) | payload, {@value #PAYLOAD_BYTES} bytes |
 * </pre>
 *
 * <p>Publication: whatever a member writes before its arrival is seen by the leader after it has awaited all arrivals;
 * whatever the leader has seen or written before the release is seen by every member after it. The numbers never go
 * back, and nobody can be more than one number ahead. jcstress: TeamSync.
 */
public final class Team {
    /** Room for a contribution or a result, in bytes. */
    public static final int PAYLOAD_BYTES = 112;

    static final int LINE_BYTES = 128;
    static final int PAYLOAD = 8;

    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment lines; // members' lines, then the release line
    private final Object[] published;
    private final List<Progress> progresses;

    // Owned by the leader; seen by the others after a release.
    private MemorySegment shared = MemorySegment.NULL;

    /**
     * Makes a team.
     *
     * @param progresses how to wake each member, in member order
     */
    public Team(List<Progress> progresses) {
        this.progresses = List.copyOf(progresses);
        this.lines = Arena.ofAuto().allocate((progresses.size() + 1L) * LINE_BYTES, LINE_BYTES);
        this.published = new Object[progresses.size()];
    }

    /**
     * The number of members.
     *
     * @return at least 1
     */
    public int size() {
        return published.length;
    }

    /**
     * The handle of a member; one for each, kept by it.
     *
     * @param index 0 for the leader
     * @return a fresh handle at the team's beginning
     */
    public TeamMember member(int index) {
        return new TeamMember(this, index, progresses.get(index));
    }

    MemorySegment lines() {
        return lines;
    }

    void publish(int member, Object object) {
        published[member] = object; // plain: the arrival number that follows publishes it
    }

    Object published(int member) {
        return published[member];
    }

    long releaseLine() {
        return (long) published.length * LINE_BYTES;
    }

    /** Full fence after the store: the waker then looks whether the waiter is parked. */
    void setNumber(long line, long number) {
        NUMBER.setVolatile(lines, line, number);
    }

    long number(long line) {
        return (long) NUMBER.getAcquire(lines, line);
    }

    void wake(int member) {
        progresses.get(member).signal();
    }

    /** Memory of the team's own, at least so large; called by the leader between arrivals and release. */
    MemorySegment growShared(long bytes) {
        if (shared.byteSize() < bytes) {
            shared = Arena.ofAuto().allocate(Math.max(bytes, Math.min(2 * shared.byteSize(), 1L << 30)), LINE_BYTES);
        }
        return shared;
    }

    MemorySegment shared() {
        return shared;
    }
}
