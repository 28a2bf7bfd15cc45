package org.sennit.internal.endpoints.coll.schedule;

/**
 * The steps of one member of a collective, executed in order; each either completes at once or is waited for. A
 * schedule is data: it holds no memory, no messages and no threads. A driver supplies those, so that one schedule
 * serves blocking, nonblocking and persistent calls, and simulations. Immutable; made by {@link ScheduleBuilder}.
 *
 * <p>Steps and their numbers ({@link Step}):
 *
 * <pre>
 *   COPY             from, fromOffset, to, toOffset, bytes
 *   COPY_TABLED      from: whose table (CollectiveCall.sentOffset), memory; fromOffset: the entry; to, toOffset, bytes
 *   REDUCE           program; fromOffset: where its elements begin in every place but scratch; bytes: how many
 *   SEND, RECEIVE    peer: rank; from or to, its offset, bytes (… _REMOTE: a rank of the other side)
 *   DRAIN            all messages that have been started are complete
 *   SIGNAL           peer: a member or ALL; phase
 *   AWAIT, AWAIT_ALL peer: a member; phase
 *   MEET             phase; toOffset: bytes of each line that the last member combines into member 0's; 0: of none
 *   AGREE            from, fromOffset: what all members say, one after the other; bytes: of each
 *   SHOW_LENGTH      to, toOffset: where to write it, as a long; bytes: the length
 *   CHECK_LENGTH     peer: a member; from, fromOffset: where it has written the length; bytes: what is expected
 * </pre>
 *
 * <p>Phases of a schedule begin at 0 and grow. Other members may read a member's memory from its signal on until their
 * last signal that it awaits; so a schedule ends with such a wait wherever its memory, also the temporary one, is read.
 * Only lines and pages are safe beyond the end: they are reused when all members have left.
 */
public final class CollectiveSchedule {
    private final int[] kind;
    private final int[] peer; // rank, member, or number of the program
    private final int[] from;
    private final int[] to;
    private final long[] fromOffset;
    private final long[] toOffset;
    private final long[] bytes; // or the phase
    private final ReductionProgram[] programs;
    private final int phases;
    private final long tempBytes;
    private final long scratchBytes;
    private final boolean isSilent;
    private final boolean sharesMemory;
    private final boolean usesPages;

    CollectiveSchedule(
            StepColumns steps,
            ReductionProgram[] programs,
            int phases,
            long tempBytes,
            long scratchBytes,
            boolean sharesMemory) {
        this.kind = steps.kind();
        this.peer = steps.peer();
        this.from = steps.from();
        this.to = steps.to();
        this.fromOffset = steps.fromOffset();
        this.toOffset = steps.toOffset();
        this.bytes = steps.bytes();
        this.programs = programs;
        this.phases = phases;
        this.tempBytes = tempBytes;
        this.scratchBytes = scratchBytes;
        this.sharesMemory = sharesMemory;
        boolean awaits = false;
        boolean copiesPages = false;
        for (int i = 0; i < kind.length; i++) {
            awaits |= kind[i] == Step.AWAIT || kind[i] == Step.AWAIT_ALL || kind[i] == Step.MEET;
            copiesPages |= kind[i] == Step.COPY
                    && (BufferRef.kind(from[i]) == BufferRef.PAGE || BufferRef.kind(to[i]) == BufferRef.PAGE);
        }
        this.isSilent = !awaits;
        this.usesPages = copiesPages; // a member that reads pages in a reduction has copied its operand to its own
    }

    /** Returns whether it needs {@link BufferRef#PAGE} of the team. */
    public boolean usesPages() {
        return usesPages;
    }

    /**
     * Returns whether it never looks at a phase of another member, so that nothing in it finds members that make other
     * calls.
     *
     * @return true without steps that await a phase
     */
    public boolean isSilent() {
        return isSilent;
    }

    /** Returns the number of steps, at least 0. */
    public int length() {
        return kind.length;
    }

    /** Returns its length with all that its steps refer to, in steps and instructions of their programs. */
    public long work() {
        long work = kind.length;
        for (ReductionProgram program : programs) {
            work += program.length();
        }
        return work;
    }

    /** Returns the kind of a step, of {@link Step}. */
    public int kind(int step) {
        return kind[step];
    }

    /**
     * Returns whether nothing but sends and copies comes between a receive and its drain, so that it need not be ready
     * before that.
     *
     * @param step a receive
     */
    public boolean isDrainedNext(int step) {
        int next = step + 1;
        while (next < kind.length && (kind[next] == Step.SEND || kind[next] == Step.COPY)) {
            next++;
        }
        return next < kind.length && kind[next] == Step.DRAIN;
    }

    /**
     * Returns whether all that it does with messages is to send at most one and to receive at most one, of these
     * lengths and in one round.
     *
     * @param sentBytes below 0 for none
     * @param receivedBytes below 0 for none
     */
    public boolean isOneMessageEach(long sentBytes, long receivedBytes) {
        long sent = -1;
        long received = -1;
        boolean isRoundOver = false;
        for (int i = 0; i < kind.length; i++) {
            switch (kind[i]) {
                case Step.SEND -> {
                    if (sent >= 0 || isRoundOver) {
                        return false;
                    }
                    sent = bytes[i];
                }
                case Step.RECEIVE -> {
                    if (received >= 0 || isRoundOver) {
                        return false;
                    }
                    received = bytes[i];
                }
                case Step.DRAIN -> isRoundOver = sent >= 0 || received >= 0;
                case Step.COPY, Step.REDUCE, Step.SIGNAL, Step.AWAIT_ALL -> {}
                default -> {
                    return false;
                }
            }
        }
        return sent == Math.max(sentBytes, -1) && received == Math.max(receivedBytes, -1);
    }

    /** Returns the rank or member of a step, or {@link Step#ALL}. */
    public int peer(int step) {
        return peer[step];
    }

    /** Returns the place that a step reads. */
    public int from(int step) {
        return from[step];
    }

    /** Returns the place that a step writes. */
    public int to(int step) {
        return to[step];
    }

    /** Returns the offset in its place at which a step reads, in bytes, or an entry of a table. */
    public long fromOffset(int step) {
        return fromOffset[step];
    }

    /** Returns the offset at which a step writes, in bytes. */
    public long toOffset(int step) {
        return toOffset[step];
    }

    /** Returns the number of bytes that a step moves. */
    public long bytes(int step) {
        return bytes[step];
    }

    /** Returns the phase of a signal or a wait, at least 0. */
    public int phase(int step) {
        return (int) bytes[step];
    }

    /** Returns the program of a reduction for each block. */
    public ReductionProgram program(int step) {
        return programs[peer[step]];
    }

    /** Returns the number of phases that it has, at least 0; the same on all members of a process. */
    int phases() {
        return phases;
    }

    /** Returns the length of {@link BufferRef#TEMP} that the member needs, in bytes. */
    public long tempBytes() {
        return tempBytes;
    }

    /** Returns the length of {@link BufferRef#SCRATCH} that the member needs, in bytes. */
    public long scratchBytes() {
        return scratchBytes;
    }

    /**
     * Returns whether other members of the process may look at this one's places, lines and pages apart.
     *
     * @return true when its memory is to be published
     */
    public boolean sharesMemory() {
        return sharesMemory;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < kind.length; i++) {
            text.append(i).append(' ').append(Step.name(kind[i]));
            switch (kind[i]) {
                case Step.SIGNAL, Step.AWAIT, Step.AWAIT_ALL, Step.MEET ->
                    text.append(" member=").append(peer[i]).append(" phase=").append(bytes[i]);
                case Step.REDUCE ->
                    text.append(" program=").append(peer[i]).append(" at=").append(fromOffset[i]);
                default ->
                    text.append(" peer=")
                            .append(peer[i])
                            .append(" from=")
                            .append(BufferRef.toString(from[i]))
                            .append('+')
                            .append(fromOffset[i])
                            .append(" to=")
                            .append(BufferRef.toString(to[i]))
                            .append('+')
                            .append(toOffset[i]);
            }
            text.append(" bytes=").append(bytes[i]).append('\n');
        }
        return text.toString();
    }
}
