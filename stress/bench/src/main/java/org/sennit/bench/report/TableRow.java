package org.sennit.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

/**
 * One line of a table: a size, what Sennit needed, what the floor is, what the peers needed. All times in ns per
 * operation; the table converts. Immutable.
 *
 * @param sizeBytes the size of a message
 * @param time Sennit's time
 * @param floor the floor's time, in the same run; {@link Summary#NONE} where there is none
 * @param probeBeforeNs the probe directly before Sennit's timed part, ns one way
 * @param probeAfterNs the probe directly after it
 * @param speed what both and the probe of the floor say
 * @param peers the peers' figures for this size
 * @param beside what else of Sennit was measured in turn with it, between the same probes
 */
public record TableRow(
        long sizeBytes,
        Summary time,
        Summary floor,
        double probeBeforeNs,
        double probeAfterNs,
        Speed speed,
        List<PeerFigure> peers,
        List<PeerFigure> beside) {
    /** Copies the lists. */
    public TableRow {
        peers = List.copyOf(peers);
        beside = List.copyOf(beside);
    }

    /**
     * Makes a line with nothing beside it.
     *
     * @param sizeBytes the size of a message
     * @param time Sennit's time
     * @param floor the floor's time
     * @param probeBeforeNs the probe directly before, ns one way
     * @param probeAfterNs the probe directly after
     * @param speed what the probes say
     */
    public TableRow(
            long sizeBytes,
            Summary time,
            Summary floor,
            double probeBeforeNs,
            double probeAfterNs,
            Speed speed,
            List<PeerFigure> peers) {
        this(sizeBytes, time, floor, probeBeforeNs, probeAfterNs, speed, peers, List.of());
    }

    /**
     * Returns the number of times that the time of what stands beside it Sennit needed.
     *
     * @return the ratio of the medians; NaN where nothing stands there
     */
    public double ratioToBeside() {
        return beside.isEmpty()
                ? Double.NaN
                : time.medianNs() / beside.getFirst().time().medianNs();
    }

    /**
     * Returns the same with another subject: what stood beside the time takes its place.
     *
     * @param label of what stands beside it
     * @param ofTime the label of the time, which stands beside it from now on
     * @return a copy; its time is {@link Summary#NONE} where nothing has this label
     */
    public TableRow about(String label, String ofTime) {
        List<PeerFigure> others = new ArrayList<>(List.of(new PeerFigure(ofTime, sizeBytes, time, speed)));
        Summary subject = Summary.NONE;
        for (PeerFigure figure : beside) {
            if (figure.peer().equals(label)) {
                subject = figure.time();
            } else {
                others.add(figure);
            }
        }
        return new TableRow(sizeBytes, subject, floor, probeBeforeNs, probeAfterNs, speed, peers, others);
    }

    /**
     * Returns the number of times that the floor's time Sennit needed.
     *
     * @return the ratio of the medians; NaN without a floor
     */
    public double ratioToFloor() {
        return time.medianNs() / floor.medianNs();
    }

    /**
     * Returns the fastest peer that was measured at the same speed.
     *
     * @return the peer's figure; empty where none can be compared
     */
    public Optional<PeerFigure> bestComparablePeer() {
        return peers.stream()
                .filter(peer -> peer.speed() == speed && speed != Speed.MIXED && !peer.isShare())
                .min(java.util.Comparator.comparingDouble(peer -> peer.time().medianNs()));
    }
}
