package org.sennit.internal.endpoints.coll.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds the schedule of one member. An algorithm reads the member's position and appends steps; several algorithms may
 * append in turn. All members of a process must request the same phases in the same order, whatever their steps. A
 * member may write its line, and its page, once in a schedule, unless it has awaited all its readers in between.
 *
 * <p>Belongs to one thread.
 */
public final class ScheduleBuilder {
    private final ProcessMap map;
    private final int rank;
    private final int unitBytes;
    private final int remoteSize;
    private final int process;
    private final int member;
    private final List<ReductionProgram> programs = new ArrayList<>();

    private int count;
    private int[] kind = new int[16];
    private int[] peer = new int[16];
    private int[] from = new int[16];
    private int[] to = new int[16];
    private long[] fromOffset = new long[16];
    private long[] toOffset = new long[16];
    private long[] bytes = new long[16];
    private int phases;
    private long tempEnd; // of all reservations
    private long tempBytes; // up to the end of the caller's
    private boolean sharesMemory;

    /**
     * Begins a schedule.
     *
     * @param map where all ranks live
     * @param rank the member's rank
     * @param unitBytes the size of an element that a reduction cannot divide; 1 where nothing is reduced
     */
    public ScheduleBuilder(ProcessMap map, int rank, int unitBytes) {
        this(map, rank, unitBytes, 0);
    }

    /**
     * Begins a schedule for a member of an intercommunicator.
     *
     * @param map where the ranks of the local group live
     * @param unitBytes the size of an element that a reduction cannot divide; 1 where nothing is reduced
     * @param remoteSize the number of ranks that the other side has; 0 where there are no two sides
     */
    public ScheduleBuilder(ProcessMap map, int rank, int unitBytes, int remoteSize) {
        this.remoteSize = remoteSize;
        this.map = map;
        this.rank = rank;
        this.unitBytes = unitBytes;
        this.process = map.processOf(rank);
        this.member = map.memberOf(rank);
    }

    /** Returns the map of ranks to processes. */
    public ProcessMap map() {
        return map;
    }

    /** Returns the number of ranks, at least 1. */
    public int size() {
        return map.size();
    }

    /** Returns the caller's rank. */
    public int rank() {
        return rank;
    }

    /** Returns the size of an element, in bytes. */
    public int unitBytes() {
        return unitBytes;
    }

    /** Returns the number of ranks on the other side of an intercommunicator, 0 where there are no two sides. */
    public int remoteSize() {
        return remoteSize;
    }

    /** Returns this process. */
    public int process() {
        return process;
    }

    /** Returns the number of processes, at least 1. */
    public int processes() {
        return map.processes();
    }

    /** Returns the caller's number in the process, 0 for the leader. */
    public int member() {
        return member;
    }

    /** Returns the number of members in this process, at least 1. */
    public int members() {
        return ownRanks().length;
    }

    /** Returns the ranks of this process, ascending; not to be changed. */
    public int[] ownRanks() {
        return map.ranksOf(process);
    }

    /** Returns whether the process has more members than can work at once. */
    public boolean isCrowded() {
        return map.workersOf(process) < members();
    }

    /** Returns whether this member is the leader of its process: member 0. */
    public boolean isLeader() {
        return member == 0;
    }

    /** Returns whether a rank lives in this process, so that its memory is within reach. */
    public boolean isHere(int other) {
        return map.processOf(other) == process;
    }

    /**
     * Returns a place of the calling member.
     *
     * @param placeKind a kind of {@link BufferRef}
     */
    public int own(int placeKind) {
        return BufferRef.of(member, placeKind);
    }

    /**
     * Returns a place of a rank of this process.
     *
     * @param placeKind a kind of {@link BufferRef}
     */
    public int placeOf(int other, int placeKind) {
        return BufferRef.of(map.memberOf(other), placeKind);
    }

    /** Returns a fresh phase. */
    public int nextPhase() {
        return phases++;
    }

    /** Returns the number of phases that have been asked for, at least 0. */
    public int phases() {
        return phases;
    }

    /**
     * Reserves temporary memory of the member's own. Where others use it or reserve theirs behind it, {@link #temp(int,
     * long)} gives all of them the same offset.
     *
     * @param size bytes
     * @return its offset in {@link BufferRef#TEMP}, a multiple of 64
     */
    public long temp(long size) {
        return temp(member, size);
    }

    /**
     * Reserves temporary memory of the leader's; all members of its process ask, so that all know where it is.
     *
     * @param size bytes
     * @return its offset in the leader's {@link BufferRef#TEMP}, a multiple of 64
     */
    public long leaderTemp(long size) {
        return temp(0, size);
    }

    /**
     * Reserves temporary memory of a member of the process, at an offset that every member with the same
     * reservations in the same order knows. It costs memory only where the owner makes it.
     *
     * @param owner the member in whose {@link BufferRef#TEMP} it lies
     * @param size bytes
     * @return its offset there, a multiple of 64
     */
    public long temp(int owner, long size) {
        long at = tempEnd;
        tempEnd = at + (size + 63 & ~63L);
        if (owner == member && size > 0) {
            tempBytes = tempEnd;
        }
        return at;
    }

    /** Lets the other members of the process look at this one's places; a line or page needs no such leave. */
    public void share() {
        sharesMemory = members() > 1;
    }

    /**
     * Copies; nothing where there are no bytes. A copy that goes on where the one just before ended becomes one with
     * it.
     *
     * @param fromAt where in it, in bytes
     * @param toAt where in it, in bytes
     * @param length bytes
     */
    public void copy(int fromPlace, long fromAt, int toPlace, long toAt, long length) {
        if (length > 0 && (fromPlace != toPlace || fromAt != toAt)) {
            if (continues(fromPlace, fromAt, toPlace, toAt)) {
                bytes[count - 1] += length;
            } else {
                append(Step.COPY, 0, fromPlace, fromAt, toPlace, toAt, length);
            }
        }
    }

    /**
     * Returns whether a copy continues the last one; never within one member's user memory, where the two copies could
     * overlap.
     */
    private boolean continues(int fromPlace, long fromAt, int toPlace, long toAt) {
        int last = count - 1;
        return last >= 0
                && kind[last] == Step.COPY
                && from[last] == fromPlace
                && to[last] == toPlace
                && fromOffset[last] + bytes[last] == fromAt
                && toOffset[last] + bytes[last] == toAt
                && (BufferRef.member(fromPlace) != BufferRef.member(toPlace)
                        || BufferRef.kind(fromPlace) > BufferRef.OUT
                        || BufferRef.kind(toPlace) > BufferRef.OUT)
                && fromPlace != toPlace;
    }

    /**
     * Copies a block that an entry in the table of another member describes.
     *
     * @param fromMember whose table, and whose {@link BufferRef#IN}
     * @param toPlace where to
     * @param toAt where in it, in bytes
     * @param length how long the entry must say that it is, in bytes
     */
    public void copyTabled(int fromMember, int entry, int toPlace, long toAt, long length) {
        append(Step.COPY_TABLED, fromMember, BufferRef.of(fromMember, BufferRef.IN), entry, toPlace, toAt, length);
    }

    /**
     * Writes a length to the beginning of the caller's line, published by its next signal.
     *
     * @param length bytes
     */
    public void showLength(long length) {
        append(Step.SHOW_LENGTH, 0, BufferRef.NONE, 0, own(BufferRef.LINE), 0, length);
    }

    /**
     * Compares the length that a member has written to the beginning of its line, after its signal.
     *
     * @param other its rank, of this process
     * @param length what it must be, in bytes
     */
    public void checkLength(int other, long length) {
        append(Step.CHECK_LENGTH, map.memberOf(other), placeOf(other, BufferRef.LINE), 0, BufferRef.NONE, 0, length);
    }

    /**
     * Reduces some elements.
     *
     * @param program what to do with each block
     * @param at where the elements begin, in bytes, in every place but scratch
     * @param length bytes, a multiple of the element's size
     */
    public void reduce(ReductionProgram program, long at, long length) {
        if (length > 0 && program.length() > 0) {
            programs.add(program);
            append(Step.REDUCE, programs.size() - 1, BufferRef.NONE, at, BufferRef.NONE, 0, length);
        }
    }

    /**
     * Starts a message to a rank; also of no bytes.
     *
     * @param place what is sent
     * @param at where in it, in bytes
     * @param length bytes
     */
    public void send(int to, int place, long at, long length) {
        append(Step.SEND, to, place, at, BufferRef.NONE, 0, length);
    }

    /**
     * Starts to receive a message from a rank.
     *
     * @param place where it goes
     * @param at where in it, in bytes
     * @param length bytes, exactly
     */
    public void receive(int source, int place, long at, long length) {
        append(Step.RECEIVE, source, BufferRef.NONE, 0, place, at, length);
    }

    /**
     * Starts a message to a rank of the other side of an intercommunicator.
     *
     * @param place what is sent
     * @param at where in it, in bytes
     * @param length bytes
     */
    public void sendRemote(int to, int place, long at, long length) {
        append(Step.SEND_REMOTE, to, place, at, BufferRef.NONE, 0, length);
    }

    /**
     * Starts to receive a message from a rank of the other side.
     *
     * @param place where it goes
     * @param at where in it, in bytes
     * @param length bytes, exactly
     */
    public void receiveRemote(int source, int place, long at, long length) {
        append(Step.RECEIVE_REMOTE, source, BufferRef.NONE, 0, place, at, length);
    }

    /** Waits for all messages that have been started. */
    public void drain() {
        append(Step.DRAIN, 0, BufferRef.NONE, 0, BufferRef.NONE, 0, 0);
    }

    /**
     * Notifies others in the process that a phase has been reached: all that this member has done before is visible to
     * the members that await it. Where some members wait, but not all, each gets a signal of the same phase.
     *
     * @param phase the phase, not smaller than before
     * @param target a member that waits for it, or {@link Step#ALL}
     */
    public void signal(int phase, int target) {
        append(Step.SIGNAL, target, BufferRef.NONE, 0, BufferRef.NONE, 0, phase);
    }

    /**
     * Waits for the signal of a member of the process.
     *
     * @param other the member; no effect for the caller itself
     */
    public void await(int phase, int other) {
        if (other != member) {
            append(Step.AWAIT, other, BufferRef.NONE, 0, BufferRef.NONE, 0, phase);
        }
    }

    /** Waits for the signals of all other members of the process. */
    public void awaitAll(int phase) {
        if (members() > 1) {
            append(Step.AWAIT_ALL, 0, BufferRef.NONE, 0, BufferRef.NONE, 0, phase);
        }
    }

    /** Waits until all members of the process have come this far; whichever comes last releases the others. */
    public void meet(int phase) {
        meet(phase, 0);
    }

    /**
     * As {@link #meet(int)}; the last member reduces the lines of all members in the order of the {@link CanonicalTree}
     * before, and the result is in the line of member 0. In a process that has all ranks.
     *
     * @param length bytes of each line, a multiple of the element's size
     */
    public void meet(int phase, long length) {
        append(Step.MEET, 0, BufferRef.NONE, 0, BufferRef.NONE, length, phase);
    }

    /**
     * Compares what the members of the whole collective have said.
     *
     * @param place where it lies, rank by rank
     * @param at where in it, in bytes
     * @param length bytes of each member
     */
    public void agree(int place, long at, long length) {
        append(Step.AGREE, 0, place, at, BufferRef.NONE, 0, length);
    }

    /** Returns the schedule of all that has been appended so far. */
    public CollectiveSchedule build() {
        StepColumns steps = new StepColumns(
                Arrays.copyOf(kind, count),
                Arrays.copyOf(peer, count),
                Arrays.copyOf(from, count),
                Arrays.copyOf(to, count),
                Arrays.copyOf(fromOffset, count),
                Arrays.copyOf(toOffset, count),
                Arrays.copyOf(bytes, count));
        return new CollectiveSchedule(
                steps,
                programs.toArray(ReductionProgram[]::new),
                phases,
                tempBytes,
                programs.stream()
                        .mapToLong(ReductionProgram::scratchBytes)
                        .max()
                        .orElse(0),
                sharesMemory);
    }

    private void append(int step, int p, int fromPlace, long fromAt, int toPlace, long toAt, long length) {
        if (count == kind.length) {
            kind = Arrays.copyOf(kind, 2 * count);
            peer = Arrays.copyOf(peer, 2 * count);
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            fromOffset = Arrays.copyOf(fromOffset, 2 * count);
            toOffset = Arrays.copyOf(toOffset, 2 * count);
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        kind[count] = step;
        peer[count] = p;
        from[count] = fromPlace;
        fromOffset[count] = fromAt;
        to[count] = toPlace;
        toOffset[count] = toAt;
        bytes[count] = length;
        count++;
    }
}
