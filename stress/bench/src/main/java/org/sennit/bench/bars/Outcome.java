package org.sennit.bench.bars;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.sennit.bench.bars.Bar.OfGauge;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.bars.Bar.Reference;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.report.Metric;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.TableRow;

/**
 * A bar with what was measured. Immutable.
 *
 * @param verdict met, missed, shown, not measurable now
 * @param figure Sennit's figure with its unit
 * @param reference the reference's figure and name, or why there is none
 * @param ratio figure by reference; NaN where there is none
 * @param speed near, far, mixed, or a dash
 */
public record Outcome(Bar bar, Verdict verdict, String figure, String reference, double ratio, String speed) {
    private static final double NS_PER_US = 1e3;

    /** What a figure is held against. */
    private record Held(String name, double ns) {}

    /**
     * Holds a row against its bar.
     *
     * @param whole measured at the bar's size and placement
     */
    public static Outcome of(OfTable bar, TableRow whole) {
        TableRow row = bar.seen(whole);
        Metric metric = bar.benchmark().metric();
        double value = metric.of(row.time().medianNs(), row.sizeBytes());
        String figure = metric.format(value) + " " + metric.unit();
        String speed = row.speed().word();
        if (!bar.neededSpeed().equals("any") && !bar.neededSpeed().equals(speed)) {
            return notMeasurable(bar, figure, "needs " + bar.neededSpeed(), speed);
        }
        if (row.speed() == Speed.MIXED) {
            return notMeasurable(bar, figure, "speed changed", speed);
        }
        Optional<Held> held = held(bar, row);
        if (held.isEmpty()) {
            return notMeasurable(bar, figure, "no peer at this speed", speed);
        }
        Outcome outcome = ofHeld(bar, figure, value, held.get(), row);
        if (outcome.verdict() == Verdict.MET && hasPeerAtAnotherSpeed(bar.reference(), row)) {
            // The one that was left out may be the fastest. A bar that is missed against a slower one stays missed.
            return notMeasurable(bar, figure, "a peer at other speed", speed);
        }
        return outcome;
    }

    /**
     * Holds a row against its bar whatever the speeds of the machine were: says something only
     * where several rounds agree.
     *
     * @param whole measured at the bar's size and placement
     */
    static Outcome ofAnySpeed(OfTable bar, TableRow whole) {
        TableRow row = bar.seen(whole);
        Metric metric = bar.benchmark().metric();
        double value = metric.of(row.time().medianNs(), row.sizeBytes());
        String figure = metric.format(value) + " " + metric.unit();
        return heldAtAnySpeed(bar, row)
                .map(held -> ofHeld(bar, figure, value, held, row))
                .orElseGet(() ->
                        notMeasurable(bar, figure, "no reference", row.speed().word()));
    }

    private static Outcome ofHeld(OfTable bar, String figure, double value, Held held, TableRow row) {
        Metric metric = bar.benchmark().metric();
        double reference = metric.of(held.ns(), row.sizeBytes());
        double ratio = value / reference;
        double limit = bar.reference() == Reference.US || bar.reference() == Reference.BEYOND_FLOOR ? 1 : bar.ratio();
        Verdict verdict = bar.relation().holds(ratio, limit) ? Verdict.MET : Verdict.MISSED;
        String text = metric.format(reference) + " " + held.name();
        return new Outcome(bar, verdict, figure, text, ratio, row.speed().word());
    }

    private static Optional<Held> heldAtAnySpeed(OfTable bar, TableRow row) {
        return row.peers().stream()
                .filter(peer -> bar.reference().includes(peer.peer()) && !peer.isShare())
                .min(Comparator.comparingDouble(peer -> peer.time().medianNs()))
                .map(Outcome::held)
                .or(() -> held(bar, row));
    }

    private static Optional<Held> held(OfTable bar, TableRow row) {
        Reference reference = bar.reference();
        return switch (reference) {
            case FLOOR ->
                row.floor().count() == 0
                        ? Optional.empty()
                        : Optional.of(new Held("floor", row.floor().medianNs()));
            case BEYOND_FLOOR ->
                row.floor().count() == 0
                        ? Optional.empty()
                        : Optional.of(new Held("floor + ns", row.floor().medianNs() + bar.ratio()));
            case BEST_PEER -> row.bestComparablePeer().map(Outcome::held);
            case BESIDE -> row.beside().stream().findFirst().map(Outcome::held);
            case PERSISTENT, SEPARATE, BY_HAND ->
                row.beside().stream()
                        .filter(figure -> figure.peer().equals(reference.label()))
                        .findFirst()
                        .map(Outcome::held);
            case US -> Optional.of(new Held("us limit", NS_PER_US * bar.ratio()));
            case OPEN_MPI, DEFAULT_PEER ->
                row.peers().stream()
                        .filter(peer ->
                                reference.includes(peer.peer()) && !peer.isShare() && peer.speed() == row.speed())
                        .min(Comparator.comparingDouble(peer -> peer.time().medianNs()))
                        .map(Outcome::held);
        };
    }

    private static boolean hasPeerAtAnotherSpeed(Reference reference, TableRow row) {
        return row.peers().stream().anyMatch(peer -> reference.includes(peer.peer()) && peer.speed() != row.speed());
    }

    private static Held held(PeerFigure peer) {
        return new Held(peer.peer(), peer.time().medianNs());
    }

    /**
     * Holds a gauge's value against its bar.
     *
     * @param value in the gauge's unit; NaN: could not be measured
     */
    public static Outcome of(OfGauge bar, double value) {
        if (Double.isNaN(value)) {
            return notMeasurable(bar, "-", "could not be measured", "-");
        }
        String figure = number(value) + " " + bar.gauge().unit();
        if (Double.isInfinite(bar.limit())) {
            return new Outcome(bar, Verdict.SHOWN, figure, "no limit", Double.NaN, "-");
        }
        Verdict verdict = bar.relation().holds(value, bar.limit()) ? Verdict.MET : Verdict.MISSED;
        return new Outcome(bar, verdict, figure, number(bar.limit()) + " limit", Double.NaN, "-");
    }

    /**
     * Returns a bar that could not be held against anything.
     *
     * @param figure what was measured, or a dash
     * @param why a few words
     * @param speed the speed, or a dash
     */
    public static Outcome notMeasurable(Bar bar, String figure, String why, String speed) {
        return new Outcome(bar, Verdict.NOT_MEASURABLE_NOW, figure, why, Double.NaN, speed);
    }

    static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.3f", value);
    }
}
