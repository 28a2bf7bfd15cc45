package org.sennit.bench.bars;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.report.TableRow;

/**
 * What several rounds say of a bar, each of which has run the peers and then Sennit. Rounds in which all were
 * at one speed of the machine, and at the one that the bar needs, count before all others; where there are not
 * two such, all rounds count: what they agree on does not come from the speed. One that they differ on cannot
 * be measured now. One thread.
 */
final class Rounds {
    private static final int ENOUGH = 2;

    private final OfTable bar;
    private final List<Outcome> comparable = new ArrayList<>();
    private final List<Outcome> all = new ArrayList<>();
    private Outcome last;

    Rounds(OfTable bar) {
        this.bar = bar;
        this.last = Outcome.notMeasurable(bar, "-", "the run failed", "-");
    }

    void add(TableRow row) {
        last = Outcome.of(bar, row);
        if (isMeasured(last)) {
            comparable.add(last);
        }
        Outcome atAnySpeed = Outcome.ofAnySpeed(bar, row);
        if (isMeasured(atAnySpeed)) {
            all.add(atAnySpeed);
        }
    }

    private static boolean isMeasured(Outcome outcome) {
        return outcome.verdict() != Verdict.NOT_MEASURABLE_NOW;
    }

    /** Returns whether a further round cannot change what is said. */
    boolean isSettled() {
        return comparable.size() >= ENOUGH && agree(comparable);
    }

    Outcome result() {
        List<Outcome> rounds = comparable.size() >= ENOUGH || all.size() < ENOUGH ? comparable : all;
        if (rounds.isEmpty()) {
            return last;
        }
        Outcome middle = rounds.stream()
                .sorted(Comparator.comparingDouble(Outcome::ratio))
                .toList()
                .get((rounds.size() - 1) / 2);
        return agree(rounds) ? middle : differ(rounds, middle);
    }

    private static boolean agree(List<Outcome> rounds) {
        return rounds.stream().map(Outcome::verdict).distinct().count() == 1;
    }

    private Outcome differ(List<Outcome> rounds, Outcome middle) {
        String ratios = rounds.stream()
                .map(round -> String.format(Locale.ROOT, "%.2f", round.ratio()))
                .collect(Collectors.joining(", "));
        return Outcome.notMeasurable(bar, middle.figure(), "rounds differ: " + ratios, middle.speed());
    }
}
