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
    /** Fewest rounds, and the lead of a verdict that decides. */
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
        return hasWinner(comparable);
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
        return rounds.size() == 1 || hasWinner(rounds) ? middle : differ(rounds, middle);
    }

    /** Returns whether one verdict leads; the round in the middle has it. */
    private static boolean hasWinner(List<Outcome> rounds) {
        long met =
                rounds.stream().filter(round -> round.verdict() == Verdict.MET).count();
        return Math.abs(2 * met - rounds.size()) >= ENOUGH;
    }

    private Outcome differ(List<Outcome> rounds, Outcome middle) {
        String ratios = rounds.stream()
                .map(round -> String.format(Locale.ROOT, "%.2f", round.ratio()))
                .collect(Collectors.joining(", "));
        return Outcome.notMeasurable(bar, middle.figure(), "rounds differ: " + ratios, middle.speed());
    }
}
