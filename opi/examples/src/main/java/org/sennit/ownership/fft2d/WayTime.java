package org.sennit.ownership.fft2d;

import java.util.Arrays;

/**
 * How long a transform took in one way. Immutable.
 *
 * @param way how the pieces travelled
 * @param medianNs of one transform of the plane, ns
 * @param bestNs the same, the best
 * @param communicationNs of it, in exchange, and in unpacking where that is a step of its own; the median, ns
 */
public record WayTime(Way way, double medianNs, double bestNs, double communicationNs) {
    static WayTime of(Way way, double[] transformNs, double[] communicationNs) {
        double[] whole = transformNs.clone();
        double[] part = communicationNs.clone();
        Arrays.sort(whole);
        Arrays.sort(part);
        return new WayTime(way, whole[whole.length / 2], whole[0], part[part.length / 2]);
    }
}
