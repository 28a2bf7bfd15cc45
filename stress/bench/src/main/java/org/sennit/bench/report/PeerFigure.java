package org.sennit.bench.report;

import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

/**
 * What a peer needed for one size. Immutable.
 *
 * @param peer its label, such as {@code ompi} or {@code mpich-tuned}
 * @param sizeBytes the size of a message
 * @param time ns an operation
 * @param speed what the probes around its timed part said
 */
public record PeerFigure(String peer, long sizeBytes, Summary time, Speed speed) {
    /** The end of a label whose figure is a share in percent, not a time. */
    public static final String SHARE = "%";

    /** Returns whether the figure is a share in percent, not a time. */
    public boolean isShare() {
        return peer.endsWith(SHARE);
    }
}
