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

    private final SharedLines lines;
    private final boolean isLeader;
    private long sequence;

    /**
     * One side of the probe.
     *
     * @param lines seen by both sides
     * @param isLeader true on exactly one side
     */
    public SpeedProbe(SharedLines lines, boolean isLeader) {
        this.lines = lines;
        this.isLeader = isLeader;
    }

    /**
     * Probes once; waits for the other side, spinning.
     *
     * @return ns one way, on both sides
     */
    public double measureNs() {
        double[] rounds = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            if (isLeader) {
                lead();
            } else {
                follow();
            }
            rounds[round] = (System.nanoTime() - start) / 2.0 / ROUND_TRIPS;
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    private void lead() {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            lines.setRelease(SharedLines.PROBE_OFFSET, sequence + 1);
            lines.awaitAtLeast(SharedLines.PROBE_OFFSET, sequence + 2);
            sequence += 2;
        }
    }

    private void follow() {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            lines.awaitAtLeast(SharedLines.PROBE_OFFSET, sequence + 1);
            lines.setRelease(SharedLines.PROBE_OFFSET, sequence + 2);
            sequence += 2;
        }
    }
}
