package org.sennit.bench.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.sennit.bench.bars.Bar;
import org.sennit.bench.bars.Bars;
import org.sennit.bench.bars.BarsRun;
import org.sennit.bench.bars.Outcome;
import org.sennit.bench.bars.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench bars}: every bar that was ever set, measured now. */
@Command(
        name = "bars",
        description = "Measures every bar that was set and says whether it is met. Exit 1 where one is missed.",
        mixinStandardHelpOptions = true)
final class BarsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--step", description = "bars of one step only, such as A")
    private String step;

    @Option(
            names = "--runs",
            description = "runs until the machine was at the speed that a bar needs (default: ${DEFAULT-VALUE})",
            defaultValue = "3")
    private int runs;

    @Option(names = "--no-peers", description = "leaves out the C peers; bars against them are not measured")
    private boolean isWithoutPeers;

    @Option(names = "--list", description = "prints the bars and measures nothing")
    private boolean isList;

    BarsCommand() {}

    @Override
    public Integer call() {
        List<Bar> bars = step == null ? Bars.all() : Bars.ofStep(step);
        if (bars.isEmpty() || runs < 1) {
            throw new ParameterException(
                    spec.commandLine(), bars.isEmpty() ? "--step: no bars of step " + step : "--runs: at least 1");
        }
        if (isList) {
            bars.forEach(bar -> System.out.printf("%-4s %-60s (%s)%n", bar.step(), bar.title(), bar.source()));
            return 0;
        }
        List<Outcome> outcomes = new BarsRun(bars, runs, !isWithoutPeers, System.out, this::complain).run();
        return outcomes.stream().anyMatch(outcome -> outcome.verdict() == Verdict.MISSED) ? 1 : 0;
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("sennit bench: " + line);
    }
}
