package org.sennit.examples.ownership.ways;

import java.util.Arrays;

/**
 * The time of a round in one way: a transform, or a step of a simulation. Immutable.
 *
 * @param way how the messages travelled
 * @param medianNs of a round, ns
 * @param bestNs the same, the best
 * @param communicationNs of it, in messages, and in unpacking where that is a step of its own; the median, ns
 */
public record WayTime(Way way, double medianNs, double bestNs, double communicationNs) {
    /**
     * Sums up.
     *
     * @param way how the messages travelled
     * @param roundNs the time of each round, ns
     * @param communicationNs of each, ns
     * @return medians and the best
     */
    public static WayTime of(Way way, double[] roundNs, double[] communicationNs) {
        double[] whole = roundNs.clone();
        double[] part = communicationNs.clone();
        Arrays.sort(whole);
        Arrays.sort(part);
        return new WayTime(way, whole[whole.length / 2], whole[0], part[part.length / 2]);
    }
}
