package org.sennit.bench.bars;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.sennit.bench.bars.Bar.OfGauge;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Plan;
import org.sennit.bench.program.Setting;
import org.sennit.bench.report.TableRow;
import org.sennit.bench.run.TableRun;

/**
 * Measures bars and prints one line each: figure, floor or peer, ratio, verdict. Bars of one table are measured in one
 * run; a run is repeated until its rounds decide ({@link Rounds}). One thread.
 */
public final class BarsRun {
    private static final String LINE = "%-11s %-56s %16s %26s %7s %-6s %s%n";
    private static final int ATTEMPTS_PER_SIZE = 3;

    private final List<Bar> bars;
    private final int runs;
    private final boolean arePeersWanted;
    private final PrintStream out;
    private final Consumer<String> trouble;

    /** What one run can measure together. */
    private record Group(Benchmark benchmark, boolean isFresh, Bar.Placement placement, Map<Setting, String> settings) {
        static Group of(OfTable bar) {
            return new Group(bar.benchmark(), bar.isFresh(), bar.placement(), bar.settings());
        }
    }

    /**
     * Bars to be measured.
     *
     * @param bars the rows
     * @param runs how often a group of bars is run at most until its rounds decide on all of it
     * @param arePeersWanted whether the C peers are run
     * @param out receives the table
     * @param trouble receives a line for whatever did not work
     */
    public BarsRun(List<Bar> bars, int runs, boolean arePeersWanted, PrintStream out, Consumer<String> trouble) {
        this.bars = List.copyOf(bars);
        this.runs = runs;
        this.arePeersWanted = arePeersWanted;
        this.out = out;
        this.trouble = trouble;
    }

    /**
     * Measures all. Blocks.
     *
     * @return the outcomes, in the order of measuring
     */
    public List<Outcome> run() {
        out.printf(LINE, "# Group", "Bar", "Figure", "Against", "Ratio", "Speed", "Verdict");
        List<Outcome> outcomes = new ArrayList<>();
        Map<Group, List<OfTable>> groups = new LinkedHashMap<>();
        for (Bar bar : bars) {
            if (bar instanceof OfTable table) {
                groups.computeIfAbsent(Group.of(table), group -> new ArrayList<>())
                        .add(table);
            }
        }
        groups.forEach((group, members) -> outcomes.addAll(print(ofGroup(group, members))));
        for (Bar bar : bars) {
            if (bar instanceof OfGauge gauge) {
                outcomes.addAll(print(List.of(Outcome.of(gauge, new GaugeRun(gauge.gauge(), trouble).measure()))));
            }
        }
        out.println("# " + summary(outcomes));
        return outcomes;
    }

    private List<Outcome> ofGroup(Group group, List<OfTable> members) {
        Map<OfTable, Rounds> rounds = new LinkedHashMap<>();
        members.forEach(bar -> rounds.put(bar, new Rounds(bar)));
        for (int run = 0; run < runs; run++) {
            List<OfTable> open =
                    members.stream().filter(bar -> !rounds.get(bar).isSettled()).toList();
            if (open.isEmpty()) {
                break;
            }
            List<TableRow> rows = rows(group, open);
            for (OfTable bar : open) {
                rows.stream().filter(row -> row.sizeBytes() == bar.sizeBytes()).forEach(rounds.get(bar)::add);
            }
        }
        return rounds.values().stream().map(Rounds::result).toList();
    }

    private List<TableRow> rows(Group group, List<OfTable> open) {
        List<Long> sizes =
                open.stream().map(OfTable::sizeBytes).distinct().sorted().toList();
        String wanted = open.stream()
                .map(OfTable::neededSpeed)
                .filter(speed -> !speed.equals(Plan.ANY_SPEED))
                .findFirst()
                .orElse(Plan.ANY_SPEED);
        Plan plan = Plan.of(group.benchmark(), sizes)
                .withFresh(group.isFresh())
                .withNetwork(group.placement().network())
                .withMemory(group.placement().memory())
                .withSettings(group.settings())
                .waitingFor(wanted, ATTEMPTS_PER_SIZE);
        int processes = group.placement().processes();
        return new TableRun(
                        plan, processes, group.placement().endpointsPerProcess(), peersOf(group, open), out, trouble)
                .bound(true)
                .runApart()
                .rows();
    }

    /** Returns the peers that these bars need. */
    private List<PeerSetting> peersOf(Group group, List<OfTable> open) {
        if (!arePeersWanted) {
            return List.of();
        }
        return Peers.installed(PeerSetting.Transport.of(
                        group.placement().processes(), group.placement().network()))
                .stream()
                .filter(setting -> open.stream().anyMatch(bar -> bar.reference().includes(setting.label())))
                .toList();
    }

    private List<Outcome> print(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            String ratio = Double.isNaN(outcome.ratio()) ? "-" : String.format(Locale.ROOT, "%.2f", outcome.ratio());
            out.printf(
                    LINE,
                    outcome.bar().group().word(),
                    outcome.bar().title(),
                    outcome.figure(),
                    outcome.reference(),
                    ratio,
                    outcome.speed(),
                    outcome.verdict().words());
        }
        return outcomes;
    }

    private static String summary(List<Outcome> outcomes) {
        Map<Verdict, Integer> counts = new LinkedHashMap<>();
        outcomes.stream()
                .map(Outcome::verdict)
                .sorted(Comparator.naturalOrder())
                .forEach(verdict -> counts.merge(verdict, 1, Integer::sum));
        List<String> words = new ArrayList<>();
        counts.forEach((verdict, count) -> words.add(count + " " + verdict.words()));
        return String.join(", ", words);
    }
}
