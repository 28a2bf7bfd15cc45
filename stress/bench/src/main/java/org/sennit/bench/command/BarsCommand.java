package org.sennit.bench.command;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sennit.bench.bars.Bar;
import org.sennit.bench.bars.BarGroup;
import org.sennit.bench.bars.Bars;
import org.sennit.bench.bars.BarsRun;
import org.sennit.bench.bars.Outcome;
import org.sennit.bench.bars.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench bars}: measures the performance bars. */
@Command(
        name = "bars",
        description = "Measures the performance bars and prints whether each is met. Exits with 1 when one is missed.",
        mixinStandardHelpOptions = true)
final class BarsCommand implements Callable<Integer> {
    private static final long SECONDS_PER_MINUTE = 60;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description =
                    "bars of one group only: latency, persistent, rate, collectives, onesided, network, ownership,"
                            + " allocation or start")
    private String group;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "bars whose line in --list contains the text; may be given several times")
    private List<String> only;

    @Option(
            names = "--runs",
            description = "rounds of peers and Sennit at most, until one verdict on a bar leads by two (default:"
                    + " ${DEFAULT-VALUE})",
            defaultValue = "4")
    private int runs;

    @Option(names = "--no-peers", description = "leaves out the C peers; bars against them are not measured")
    private boolean isWithoutPeers;

    @Option(names = "--list", description = "prints the bars that --group and --only select, and measures nothing")
    private boolean isList;

    @Override
    public Integer call() {
        List<Bar> bars = chosen();
        if (isList) {
            bars.forEach(bar -> System.out.println(Bars.line(bar)));
            return 0;
        }
        long start = System.nanoTime();
        List<Outcome> outcomes = new BarsRun(bars, runs, !isWithoutPeers, System.out, this::complain).run();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        System.out.printf("# %d min %02d s%n", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
        return outcomes.stream().anyMatch(outcome -> outcome.verdict() == Verdict.MISSED) ? 1 : 0;
    }

    private List<Bar> chosen() {
        check(runs >= 1, "--runs: at least 1");
        List<Bar> bars = group == null ? Bars.all() : Bars.of(group());
        if (only == null) {
            return bars;
        }
        List<Bar> chosen = Bars.matching(bars, only);
        for (String text : only) {
            check(!Bars.matching(bars, List.of(text)).isEmpty(), "--only: no bar contains '" + text + "'; see --list");
        }
        return chosen;
    }

    private BarGroup group() {
        for (BarGroup each : BarGroup.values()) {
            if (each.word().equals(group)) {
                return each;
            }
        }
        String groups = Stream.of(BarGroup.values()).map(BarGroup::word).collect(Collectors.joining(", "));
        throw new ParameterException(spec.commandLine(), "--group: one of " + groups + ", not " + group);
    }

    private void check(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("sennit bench: " + line);
    }
}
