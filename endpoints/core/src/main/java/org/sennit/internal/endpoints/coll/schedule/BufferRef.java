package org.sennit.internal.endpoints.coll.schedule;

import org.sennit.internal.shm.team.Team;

/**
 * The name of a memory in a schedule: a member of the process and the kind of memory. Steps add an offset in bytes. The
 * members are numbered as in their process's team; places of other processes' members have no name.
 *
 * <pre>
 *   | member | kind (3 bits) |
 * </pre>
 */
public final class BufferRef {
    /** No place. */
    public static final int NONE = -1;

    /** The memory that the member gives: what it sends, its operand. */
    public static final int IN = 0;
    /** The memory that receives the member's result. */
    public static final int OUT = 1;
    /** Memory of the run's own, as large as the schedule asks for. */
    public static final int TEMP = 2;
    /** The member's line in the team: {@value #LINE_BYTES} bytes, published by its next signal. */
    public static final int LINE = 3;
    /** The member's page in the team, if that has few members: {@value #PAGE_BYTES} bytes, published as a line is. */
    public static final int PAGE = 4;
    /** Memory of the calling thread for intermediate results of a reduction; offsets do not move with the block. */
    public static final int SCRATCH = 5;

    /** Capacity of a line, in bytes. */
    public static final int LINE_BYTES = Team.PAYLOAD_BYTES;

    /** Capacity of a page, in bytes. */
    public static final int PAGE_BYTES = Team.PAGE_BYTES;

    private static final int KIND_BITS = 3;
    private static final String[] NAMES = {"in", "out", "temp", "line", "page", "scratch"};

    private BufferRef() {}

    /**
     * Returns a member's memory.
     *
     * @param member its number in the process
     * @param kind one of the kinds above
     * @return the place
     */
    public static int of(int member, int kind) {
        return member << KIND_BITS | kind;
    }

    /**
     * Returns whose memory a place is.
     *
     * @param place not {@link #NONE}
     * @return the member's number in the process
     */
    public static int member(int place) {
        return place >> KIND_BITS;
    }

    /**
     * Returns the kind of a place's memory.
     *
     * @param place not {@link #NONE}
     */
    public static int kind(int place) {
        return place & (1 << KIND_BITS) - 1;
    }

    /**
     * Returns a place for readers.
     *
     * @param place any
     * @return such as {@code in of 2}
     */
    public static String toString(int place) {
        return place == NONE ? "none" : NAMES[kind(place)] + " of " + member(place);
    }
}
