package org.sennit.bench.floor;

import java.util.Arrays;

/**
 * Measures how fast a cache line crosses between the processors right now: two threads, one line, one pause in the
 * spin, median of 5 × 20,000 round trips. Both sides call it directly before and after each timed part; one object a
 * side, one thread each.
 */
public final class SpeedProbe {
    private static final int ROUNDS = 5;
    private static final int ROUND_TRIPS = 20_000;

    /** A look before the rounds, which would take minutes where both threads wait for processors. */
    private static final int LOOK_ROUND_TRIPS = 200;

    /** More than code takes that has not been compiled yet, less than a turn of another program. */
    private static final double CROWDED_NS = 20_000;

    private final SharedLines lines;
    private final boolean isLeader;
    private long sequence;
    private long decisions;

    /**
     * Makes one side of the probe.
     *
     * @param lines seen by both sides
     * @param isLeader true on exactly one side
     */
    public SpeedProbe(SharedLines lines, boolean isLeader) {
        this.lines = lines;
        this.isLeader = isLeader;
    }

    /**
     * Probes once; waits for the other side, spinning. Ends at once where other programs use the processors.
     *
     * @return ns one way, on both sides
     */
    public double measureNs() {
        double look = roundNs(LOOK_ROUND_TRIPS);
        if (!isAgain(look < CROWDED_NS)) {
            return look;
        }
        double[] rounds = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            rounds[round] = roundNs(ROUND_TRIPS);
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private double roundNs(int roundTrips) {
        long start = System.nanoTime();
        if (isLeader) {
            lead(roundTrips);
        } else {
            follow(roundTrips);
        }
        return (System.nanoTime() - start) / 2.0 / roundTrips;
    }

    /** Returns what the leader decides for both. */
    private boolean isAgain(boolean isWanted) {
        decisions++;
        if (isLeader) {
            lines.setRelease(SharedLines.DECISION_OFFSET, 2 * decisions + (isWanted ? 1 : 0));
            return isWanted;
        }
        lines.awaitAtLeast(SharedLines.DECISION_OFFSET, 2 * decisions);
        return lines.getAcquire(SharedLines.DECISION_OFFSET) == 2 * decisions + 1;
    }

    private void lead(int roundTrips) {
        for (int i = 0; i < roundTrips; i++) {
            lines.setRelease(SharedLines.PROBE_OFFSET, sequence + 1);
            lines.awaitAtLeast(SharedLines.PROBE_OFFSET, sequence + 2);
            sequence += 2;
        }
    }

    private void follow(int roundTrips) {
        for (int i = 0; i < roundTrips; i++) {
            lines.awaitAtLeast(SharedLines.PROBE_OFFSET, sequence + 1);
            lines.setRelease(SharedLines.PROBE_OFFSET, sequence + 2);
            sequence += 2;
        }
    }
}
