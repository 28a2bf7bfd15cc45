package org.sennit.internal.endpoints.coll.schedule;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Runs the schedules of all members against each other, without endpoints, threads or networks: one step at a time, of
 * any member that can go on, chosen by a seed. Whatever the order that a seed gives, it finds by vector clocks:
 * accesses to the same bytes that nothing orders; memory of others that is not shared, not yet or no longer lent; waits
 * that no signal covers; phases that members of a process count differently; messages whose lengths differ or that are
 * never received; and, in that order, deadlock. Faults are {@link ScheduleFault}s that name the step.
 *
 * <p>Memory that has not been given is empty; temporary memory, lines and receive buffers of messages under way hold
 * random bytes. A simulation runs once.
 */
public final class ScheduleSimulation {
    private final List<ProcessMap> spreads;
    private final Participant[] participants;
    private final int[][][] indexes; // participant by side, process, member
    private final int[] firstOfSide;
    private final SplittableRandom random;
    private final Map<byte[], AccessLog> logs = new IdentityHashMap<>();
    private final Map<Long, Queue<Participant.Message>> sends = new HashMap<>();
    private final Map<Long, Queue<Participant.Message>> receives = new HashMap<>();
    private final boolean sendsAreBuffered;
    private int unitBytes = 1;

    /**
     * A simulation of one group.
     *
     * @param map where its ranks live
     * @param schedules of all ranks
     * @param seed gives the order of events
     */
    public ScheduleSimulation(ProcessMap map, CollectiveSchedule[] schedules, long seed) {
        this(List.of(map), List.<CollectiveSchedule[]>of(schedules), seed);
    }

    /**
     * A simulation of the two sides of an intercommunicator.
     *
     * @param maps where the ranks of each side live
     * @param schedules of all ranks of each side
     * @param seed gives the order of events
     */
    public ScheduleSimulation(List<ProcessMap> spreads, List<CollectiveSchedule[]> schedules, long seed) {
        this.spreads = spreads;
        this.random = new SplittableRandom(seed);
        int count = schedules.stream().mapToInt(side -> side.length).sum();
        this.participants = new Participant[count];
        this.firstOfSide = new int[spreads.size()];
        this.indexes = new int[spreads.size()][][];
        int index = 0;
        for (int side = 0; side < spreads.size(); side++) {
            ProcessMap map = spreads.get(side);
            firstOfSide[side] = index;
            indexes[side] = new int[map.processes()][];
            for (int p = 0; p < map.processes(); p++) {
                indexes[side][p] = new int[map.ranksOf(p).length];
            }
            for (int rank = 0; rank < map.size(); rank++) {
                Participant who =
                        new Participant(index, count, side, map, rank, schedules.get(side)[rank]);
                participants[index] = who;
                indexes[side][who.process][who.member] = index++;
            }
        }
        for (Participant who : participants) {
            give(who, BufferRef.IN, new byte[0], 0);
            give(who, BufferRef.OUT, new byte[0], 0);
            give(who, BufferRef.TEMP, drawn((int) who.schedule.tempBytes()), 0);
            give(who, BufferRef.LINE, drawn(BufferRef.LINE_BYTES), 0);
            give(who, BufferRef.PAGE, drawn(BufferRef.PAGE_BYTES), 0);
        }
        this.sendsAreBuffered = random.nextBoolean();
    }

    /**
     * Says where a rank's memories lie; in place, they may be the same array.
     *
     * @param rank the rank
     * @param in what it gives
     * @param inBase where IN begins in it
     * @param out where its result goes
     * @param outBase where OUT begins in it
     * @return this
     */
    public ScheduleSimulation memory(int rank, byte[] in, int inBase, byte[] out, int outBase) {
        return memory(0, rank, in, inBase, out, outBase);
    }

    /**
     * Says where the memories of a rank of a side lie.
     *
     * @param side 0 or 1
     * @param rank the rank
     * @param in what it gives
     * @param inBase where IN begins in it
     * @param out where its result goes
     * @param outBase where OUT begins in it
     * @return this
     */
    public ScheduleSimulation memory(int side, int rank, byte[] in, int inBase, byte[] out, int outBase) {
        Participant who = participants[firstOfSide[side] + rank];
        give(who, BufferRef.IN, in, inBase);
        give(who, BufferRef.OUT, out, outBase);
        return this;
    }

    /**
     * Says what a rank of a side calls; its table is the call's.
     *
     * @param side 0 or 1
     * @param rank the rank
     * @param call what its schedule was made for
     * @return this
     */
    public ScheduleSimulation call(int side, int rank, CollectiveCall call) {
        participants[firstOfSide[side] + rank].call = call;
        return this;
    }

    /**
     * Says how large an element of a reduction is; 1 otherwise.
     *
     * @param bytes of an element
     * @return this
     */
    public ScheduleSimulation unit(int bytes) {
        unitBytes = bytes;
        return this;
    }

    /** Runs until all schedules have ended. */
    public void run() {
        for (Participant who : participants) {
            PhaseCheck.check(
                    who, Arrays.stream(team(who)).mapToObj(i -> participants[i]).toArray(Participant[]::new));
            endIfDone(who);
        }
        int[] order = drawnOrder();
        double staying = new double[] {0, 0.5, 0.95}[random.nextInt(3)];
        int left =
                (int) Arrays.stream(participants).filter(who -> !who.hasEnded()).count();
        Participant current = participants[0];
        while (left > 0) {
            if (current.hasEnded() || random.nextDouble() >= staying || !canGoOn(current)) {
                current = next(order, random.nextInt(order.length));
            }
            execute(current, current.step);
            current.step++;
            if (current.hasEnded()) {
                endIfDone(current);
                left--;
            }
        }
        requireEmpty(sends, "is never received");
        requireEmpty(receives, "is never sent");
    }

    private Participant next(int[] order, int start) {
        for (int i = 0; i < order.length; i++) {
            Participant who = participants[order[(start + i) % order.length]];
            if (!who.hasEnded() && canGoOn(who)) {
                return who;
            }
        }
        StringBuilder text = new StringBuilder("deadlock:");
        for (Participant who : participants) {
            text.append("\n  ").append(who.where());
        }
        throw new ScheduleFault(text.toString());
    }

    private boolean canGoOn(Participant who) {
        CollectiveSchedule schedule = who.schedule;
        int step = who.step;
        switch (schedule.kind(step)) {
            case Step.DRAIN -> {
                return who.inFlight.stream().allMatch(message -> message.isComplete);
            }
            case Step.AWAIT -> {
                return peer(who, schedule.peer(step)).hasWoken(who.member, schedule.bytes(step));
            }
            case Step.AWAIT_ALL -> {
                for (int index : team(who)) {
                    if (index != who.index && !participants[index].hasWoken(who.member, schedule.bytes(step))) {
                        return false;
                    }
                }
                return true;
            }
            case Step.MEET -> {
                who.come(schedule.bytes(step));
                return Arrays.stream(team(who))
                        .allMatch(index -> participants[index].comings.containsKey(schedule.bytes(step)));
            }
            default -> {
                return true;
            }
        }
    }

    private void execute(Participant who, int step) {
        CollectiveSchedule s = who.schedule;
        int length = (int) s.bytes(step);
        switch (s.kind(step)) {
            case Step.COPY -> copy(who, step, s.from(step), s.fromOffset(step), s.to(step), s.toOffset(step), length);
            case Step.COPY_TABLED -> copyTabled(who, step);
            case Step.REDUCE -> reduce(who, step, s.program(step), s.fromOffset(step), length);
            case Step.SEND -> send(who, step, firstOfSide[who.side] + s.peer(step));
            case Step.SEND_REMOTE -> send(who, step, firstOfSide[1 - who.side] + s.peer(step));
            case Step.RECEIVE -> receive(who, step, firstOfSide[who.side] + s.peer(step));
            case Step.RECEIVE_REMOTE -> receive(who, step, firstOfSide[1 - who.side] + s.peer(step));
            case Step.DRAIN -> drain(who);
            case Step.SIGNAL -> {
                if (who.signalPhases.isEmpty()) {
                    who.shownAt = Math.min(who.shownAt, who.epoch());
                }
                who.signalPhases.add(length);
                who.signalTargets.add(s.peer(step));
                who.signalClocks.add(who.release());
            }
            case Step.AWAIT -> who.join(peer(who, s.peer(step)).clockOf(length));
            case Step.AWAIT_ALL -> {
                for (int index : team(who)) {
                    if (index != who.index) {
                        who.join(participants[index].clockOf(length));
                    }
                }
            }
            case Step.AGREE -> agree(who, step);
            case Step.MEET -> meet(who, step);
            case Step.SHOW_LENGTH -> access(who, step, s.to(step), s.toOffset(step), Long.BYTES, true);
            case Step.CHECK_LENGTH -> access(who, step, s.from(step), s.fromOffset(step), Long.BYTES, false);
            default -> throw new ScheduleFault("unknown step " + s.kind(step));
        }
    }

    /** Any member may have been the last: the first one that goes on is taken for it. */
    private void meet(Participant who, int step) {
        long phase = who.schedule.bytes(step);
        Map<Long, long[]> openings = peer(who, 0).openings;
        if (openings.containsKey(phase)) {
            who.join(openings.get(phase));
            return;
        }
        for (int index : team(who)) {
            who.join(participants[index].comings.get(phase));
        }
        reduce(who, step, PhaseCheck.combined(team(who).length, unitBytes), 0, who.schedule.toOffset(step));
        openings.put(phase, who.release());
    }

    private void copy(Participant who, int step, int from, long fromAt, int to, long toAt, int length) {
        int source = access(who, step, from, fromAt, length, false);
        int target = access(who, step, to, toAt, length, true);
        System.arraycopy(memory(who, from), source, memory(who, to), target, length);
    }

    private void copyTabled(Participant who, int step) {
        CollectiveSchedule s = who.schedule;
        Participant owner = peer(who, s.peer(step));
        int entry = (int) s.fromOffset(step);
        if (owner.call == null) {
            throw new ScheduleFault(at(who, step) + ": it is not known what " + owner + " calls");
        }
        requireLent(who, owner, step);
        if (owner.call.sentBytes(entry) != s.bytes(step)) {
            throw new ScheduleFault(at(who, step) + ": " + owner + " gives " + owner.call.sentBytes(entry)
                    + " bytes where " + s.bytes(step) + " are expected");
        }
        if (s.bytes(step) > 0) {
            long fromAt = owner.call.sentOffset(entry);
            copy(who, step, s.from(step), fromAt, s.to(step), s.toOffset(step), (int) s.bytes(step));
        }
    }

    private void reduce(Participant who, int step, ReductionProgram program, long from, long length) {
        byte[] scratch = new byte[(int) program.scratchBytes()];
        random.nextBytes(scratch);
        who.memory[BufferRef.SCRATCH] = scratch;
        int block = ReductionBuilder.blockBytes(unitBytes);
        for (long done = 0; done < length; done += block) {
            long at = from + done;
            int n = (int) Math.min(block, length - done);
            for (int i = 0; i < program.length(); i++) {
                int left = operand(who, step, program.left(i), program.leftOffset(i), at, n, false);
                if (program.right(i) == BufferRef.NONE) {
                    int result = operand(who, step, program.result(i), program.resultOffset(i), at, n, true);
                    System.arraycopy(memory(who, program.left(i)), left, memory(who, program.result(i)), result, n);
                } else {
                    int right = operand(who, step, program.right(i), program.rightOffset(i), at, n, false);
                    int result = operand(who, step, program.result(i), program.resultOffset(i), at, n, true);
                    SimulatedOperation.combine(
                            memory(who, program.left(i)),
                            left,
                            memory(who, program.right(i)),
                            right,
                            memory(who, program.result(i)),
                            result,
                            n);
                }
            }
        }
    }

    private int operand(Participant who, int step, int place, long offset, long at, int length, boolean isWrite) {
        return BufferRef.kind(place) == BufferRef.SCRATCH
                ? (int) offset
                : access(who, step, place, offset + at, length, isWrite);
    }

    private void send(Participant who, int step, int to) {
        Participant.Message message = start(who, step, who.schedule.from(step), who.schedule.fromOffset(step), false);
        message.isComplete = sendsAreBuffered;
        match(who.index, to, sends, receives, message, step);
    }

    private void receive(Participant who, int step, int from) {
        Participant.Message message = start(who, step, who.schedule.to(step), who.schedule.toOffset(step), true);
        for (int i = 0; i < message.length; i++) {
            message.memory[message.at + i] = (byte) random.nextInt();
        }
        match(from, who.index, receives, sends, message, step);
    }

    private Participant.Message start(Participant who, int step, int place, long offset, boolean isWrite) {
        int length = (int) who.schedule.bytes(step);
        Participant.Message message;
        if (length == 0) {
            message = new Participant.Message(who, new byte[0], 0, 0, null, who.release());
        } else {
            int at = check(who, step, place, offset, length, isWrite);
            AccessLog.Access access = log(who, place).add(at, length, who, isWrite, at(who, step), true);
            message = new Participant.Message(who, memory(who, place), at, length, access, who.release());
        }
        who.inFlight.add(message);
        return message;
    }

    private void match(
            int from,
            int to,
            Map<Long, Queue<Participant.Message>> own,
            Map<Long, Queue<Participant.Message>> others,
            Participant.Message message,
            int step) {
        long pair = (long) from << 32 | to;
        Queue<Participant.Message> waiting = others.get(pair);
        if (waiting == null || waiting.isEmpty()) {
            own.computeIfAbsent(pair, _ -> new ArrayDeque<>()).add(message);
            return;
        }
        Participant.Message other = waiting.remove();
        if (other.length != message.length) {
            throw new ScheduleFault(at(message.owner, step) + ": " + other.owner + " has " + other.length + " bytes");
        }
        Participant.Message sent = own == sends ? message : other;
        Participant.Message received = own == sends ? other : message;
        System.arraycopy(sent.memory, sent.at, received.memory, received.at, sent.length);
        received.partner = sent;
        sent.isComplete = true;
        received.isComplete = true;
    }

    private void drain(Participant who) {
        for (Participant.Message message : who.inFlight) {
            if (message.partner != null) {
                who.join(message.partner.clock);
            }
        }
        for (Participant.Message message : who.inFlight) {
            if (message.access != null) {
                message.access.epoch = who.epoch();
            }
        }
        who.inFlight.clear();
    }

    private void agree(Participant who, int step) {
        CollectiveSchedule s = who.schedule;
        int length = (int) s.bytes(step);
        int size = spreads.get(who.side).size();
        int at = access(who, step, s.from(step), s.fromOffset(step), size * length, false);
        byte[] memory = memory(who, s.from(step));
        for (int rank = 1; rank < size; rank++) {
            if (!Arrays.equals(memory, at, at + length, memory, at + rank * length, at + (rank + 1) * length)) {
                throw new ScheduleFault(at(who, step) + ": rank " + rank + " does not agree with rank 0");
            }
        }
    }

    private int access(Participant who, int step, int place, long offset, int length, boolean isWrite) {
        int at = check(who, step, place, offset, length, isWrite);
        log(who, place).add(at, length, who, isWrite, at(who, step), false);
        return at;
    }

    /** Whether a place may be touched now; where it is in its array. */
    private int check(Participant who, int step, int place, long offset, int length, boolean isWrite) {
        int member = BufferRef.member(place);
        int kind = BufferRef.kind(place);
        if (place == BufferRef.NONE || member >= team(who).length || kind >= BufferRef.SCRATCH) {
            throw new ScheduleFault(at(who, step) + ": there is no place " + place);
        }
        Participant owner = peer(who, member);
        if (owner != who && kind >= BufferRef.LINE && isWrite && who.schedule.kind(step) != Step.MEET) {
            throw new ScheduleFault(at(who, step) + ": only the owner writes a line or page, or the last at a gate");
        }
        if (kind < BufferRef.LINE) {
            requireLent(who, owner, step);
        }
        long at = owner.base[kind] + offset;
        if (offset < 0 && kind > BufferRef.OUT || at < 0 || at + length > owner.memory[kind].length) {
            throw new ScheduleFault(
                    at(who, step) + ": the place has " + (owner.memory[kind].length - owner.base[kind]) + " bytes");
        }
        return (int) at;
    }

    private void requireLent(Participant who, Participant owner, int step) {
        if (owner != who && !owner.schedule.sharesMemory()) {
            throw new ScheduleFault(at(who, step) + ": " + owner + " does not share its memory");
        }
        if (owner != who && who.clock[owner.index] < owner.shownAt) {
            throw new ScheduleFault(at(who, step) + ": " + owner + " has not lent its memory yet");
        }
    }

    private void endIfDone(Participant who) {
        if (who.hasEnded()) {
            if (!who.inFlight.isEmpty()) {
                throw new ScheduleFault(who + " ends with messages under way");
            }
            for (int kind = BufferRef.IN; kind <= BufferRef.TEMP; kind++) {
                logs.get(who.memory[kind]).end(who);
            }
        }
    }

    private static void requireEmpty(Map<Long, Queue<Participant.Message>> queues, String what) {
        for (Queue<Participant.Message> queue : queues.values()) {
            for (Participant.Message message : queue) {
                throw new ScheduleFault("a message of " + message.owner + ", bytes=" + message.length + ", " + what);
            }
        }
    }

    private void give(Participant who, int kind, byte[] memory, int base) {
        who.memory[kind] = memory;
        who.base[kind] = base;
        logs.computeIfAbsent(
                memory,
                _ -> new AccessLog(BufferRef.toString(BufferRef.of(who.member, kind)) + " of process " + who.process));
    }

    private AccessLog log(Participant who, int place) {
        return logs.get(memory(who, place));
    }

    private byte[] memory(Participant who, int place) {
        int kind = BufferRef.kind(place);
        return kind == BufferRef.SCRATCH ? who.memory[kind] : peer(who, BufferRef.member(place)).memory[kind];
    }

    private int[] team(Participant who) {
        return indexes[who.side][who.process];
    }

    private Participant peer(Participant who, int member) {
        return participants[team(who)[member]];
    }

    private byte[] drawn(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private int[] drawnOrder() {
        int[] order = new int[participants.length];
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static String at(Participant who, int step) {
        return who.at(step);
    }
}
