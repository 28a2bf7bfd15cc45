package org.sennit.internal.endpoints.coll.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One member in a simulation: its schedule, how far it has come, and its memories. */
final class Participant {
    final int index; // among all of the simulation
    final int side;
    final int rank;
    final int process;
    final int member;
    final CollectiveSchedule schedule;
    final long[] clock; // vector clock over all participants
    final List<Message> inFlight = new ArrayList<>();
    final byte[][] memory = new byte[6][]; // by kind of place
    final int[] base = new int[6];
    final AccessLog[] logs = new AccessLog[5];
    final List<long[]> signalClocks = new ArrayList<>();
    final List<Integer> signalPhases = new ArrayList<>();
    final List<Integer> signalTargets = new ArrayList<>();
    final Map<Long, long[]> comings = new HashMap<>(); // clocks at gates, by phase
    final Map<Long, long[]> openings = new HashMap<>(); // of member 0: clocks of those that opened its process's gates
    CollectiveCall call;
    int step;
    long shownAt = Long.MAX_VALUE; // epoch of the first signal

    Participant(int index, int count, int side, ProcessMap map, int rank, CollectiveSchedule schedule) {
        this.index = index;
        this.side = side;
        this.rank = rank;
        this.process = map.processOf(rank);
        this.member = map.memberOf(rank);
        this.schedule = schedule;
        this.clock = new long[count];
        clock[index] = 1;
    }

    long epoch() {
        return clock[index];
    }

    /** Ends an epoch: what is signalled to others now covers all before. */
    long[] release() {
        long[] copy = clock.clone();
        clock[index]++;
        return copy;
    }

    void join(long[] other) {
        for (int i = 0; i < clock.length; i++) {
            clock[i] = Math.max(clock[i], other[i]);
        }
    }

    boolean hasEnded() {
        return step == schedule.length();
    }

    /** Comes to the gate of a phase, once. */
    void come(long phase) {
        if (!comings.containsKey(phase)) {
            shownAt = Math.min(shownAt, epoch());
            comings.put(phase, release());
        }
    }

    /** Whether a signal that wakes a member covers a phase. */
    boolean hasWoken(int other, long phase) {
        for (int i = signalPhases.size() - 1; i >= 0 && signalPhases.get(i) >= phase; i--) {
            if (signalTargets.get(i) == Step.ALL || signalTargets.get(i) == other) {
                return true;
            }
        }
        return false;
    }

    /** What who has seen a phase knows at least: the first signal that covers it. */
    long[] clockOf(long phase) {
        int first = 0;
        while (signalPhases.get(first) < phase) {
            first++;
        }
        return signalClocks.get(first);
    }

    @Override
    public String toString() {
        return (side == 0 ? "rank " : "remote rank ") + rank;
    }

    String at(int at) {
        return this + ", step " + at + " " + Step.name(schedule.kind(at));
    }

    String where() {
        String text = hasEnded() ? "ended" : "at " + schedule.toString().split("\n")[step];
        return this + " (process " + process + ", member " + member + "): " + text;
    }

    /** A message of this participant, from its start until it is drained. */
    static final class Message {
        final Participant owner;
        final byte[] memory;
        final int at;
        final int length;
        final AccessLog.Access access;
        final long[] clock; // of the sender when it started
        boolean isComplete;
        Message partner;

        Message(Participant owner, byte[] memory, int at, int length, AccessLog.Access access, long[] clock) {
            this.owner = owner;
            this.memory = memory;
            this.at = at;
            this.length = length;
            this.access = access;
            this.clock = clock;
        }
    }
}
