package org.sennit.ownership.md;

import java.util.Arrays;

/**
 * How long a step took in one way, migrations included. Immutable.
 *
 * @param way how the messages travelled
 * @param medianNs of a step, ns
 * @param bestNs the same, the best
 * @param communicationNs of it, in packing, swapping and unpacking; the median, ns
 */
public record WayTime(Way way, double medianNs, double bestNs, double communicationNs) {
    static WayTime of(Way way, double[] stepNs, double[] communicationNs) {
        double[] whole = stepNs.clone();
        double[] part = communicationNs.clone();
        Arrays.sort(whole);
        Arrays.sort(part);
        return new WayTime(way, whole[whole.length / 2], whole[0], part[part.length / 2]);
    }
}
