package org.sennit.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.sennit.bench.bars.BuildPair;
import org.sennit.bench.bars.GuardedTables;
import org.sennit.bench.bars.NoTableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit bench compare}: this build beside that of another checkout. */
@Command(
        name = "compare",
        description = {
            "Runs a table with this build and with that of another checkout, by turns, and prints the ratio of",
            "their times at each size. Exits with 1 where this build is slower than --most allows.",
            "Such as: sennit bench compare ../before -- latency --sizes 8,64k --batches 50",
            "Without a table: all those that must not get slower, which --list prints."
        },
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "CHECKOUT", description = "the other checkout of Sennit")
    private Path checkout;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TABLE",
            description = "behind --: a benchmark that prints a table by sizes, and its options but --peers and --json")
    private List<String> table;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "without a table: those whose line in --list contains the text",
            defaultValue = "")
    private String only;

    @Option(names = "--list", description = "prints the tables that --only selects, and measures nothing")
    private boolean isList;

    @Option(names = "--rounds", description = "pairs of runs (default: ${DEFAULT-VALUE})", defaultValue = "5")
    private int rounds;

    @Option(
            names = "--most",
            paramLabel = "RATIO",
            description = "largest ratio of the median times, this build by the other (default: ${DEFAULT-VALUE})",
            defaultValue = "1.03")
    private double most;

    @Override
    public Integer call() throws InterruptedException {
        List<String> tables = GuardedTables.matching(only);
        check(!tables.isEmpty(), "--only: no table contains '" + only + "'; see --list");
        if (isList) {
            tables.forEach(System.out::println);
            return 0;
        }
        Path launcher = checkout.resolve("runtime/bin/sennit");
        check(Files.isExecutable(launcher), "no checkout of Sennit: " + checkout);
        check(rounds >= 1, "--rounds: at least 1, not " + rounds);
        BuildPair builds = BuildPair.with(launcher, System.out);
        if (table != null) {
            double worst = worst(builds, table);
            System.out.printf(Locale.ROOT, "# this build takes at most %.3f x the time of the other%n", worst);
            return worst <= most ? 0 : 1;
        }
        int slower = 0;
        int missing = 0;
        for (String line : tables) {
            System.out.println("# " + line);
            try {
                slower += builds.worst(GuardedTables.arguments(line), rounds) <= most ? 0 : 1;
            } catch (NoTableException e) {
                check(!e.isOwn(), e.getMessage());
                System.out.println(
                        "# not compared, which is right where the other checkout is older: " + e.getMessage());
                missing++;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "# slower than %.3f x in %d of %d tables, %d not compared%n",
                most,
                slower,
                tables.size(),
                missing);
        return slower == 0 && missing < tables.size() ? 0 : 1;
    }

    private double worst(BuildPair builds, List<String> arguments) throws InterruptedException {
        try {
            return builds.worst(arguments, rounds);
        } catch (NoTableException noTable) {
            throw new ParameterException(spec.commandLine(), noTable.getMessage());
        }
    }

    private void check(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
