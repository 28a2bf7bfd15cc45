package org.sennit.bench.bars;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.sennit.bench.ownership.OneJvm;
import org.sennit.examples.qmp.gauge.Su3Arguments;
import org.sennit.examples.qmp.gauge.Su3Result;
import org.sennit.examples.qmp.gauge.Su3Run;
import org.sennit.examples.qmp.gauge.SweepRecord;
import org.sennit.qmp.Qmp;
import picocli.CommandLine;

/** Times of the lattice simulation su3 on 8⁴ sites, in one JVM. Stateless; blocks while it measures. */
final class LatticeTimes {
    private static final double PERCENT = 100;
    private static final double NS_PER_MS = 1e6;
    private static final int SWEEPS = 50;

    /**
     * Until the compiler has done, which has the endpoints' cores until then. Sweeps 1 to 20, 41 to 60, 81 to 100, 121
     * to 140 of two endpoints take 37.7, 27.3, 23.2 and 22.4 ms, with 33, 15, 9 and 3 % for communication and waiting.
     */
    private static final int FIRST_SWEEPS = 150;

    private LatticeTimes() {}

    /** Returns the part of the time of two endpoints that goes to communication and to waiting for the slower one. */
    static double communicationPercent() {
        Su3Result result = run(2);
        return PERCENT * (result.communicationShare() + result.waitingShare());
    }

    /**
     * Sweeps a second of several endpoints by those of one. Prints beside it what the machine has for as many runs of
     * one endpoint that know nothing of each other: more than they gain together several endpoints cannot.
     */
    static double speedUp(int endpoints, PrintStream out) throws InterruptedException {
        double firstNs = sweepNs(run(1));
        double apartNs = slowestOf(endpoints);
        double togetherNs = sweepNs(run(endpoints));
        double oneNs = Math.min(firstNs, sweepNs(run(1))); // the first one is compiled late
        out.printf(
                Locale.ROOT,
                "su3 8x8x8x8, ms a sweep: 1 endpoint %.1f, %d runs of 1 endpoint at once %.1f (%.2f x in all), %d"
                        + " endpoints %.1f (%.2f x)%n",
                oneNs / NS_PER_MS,
                endpoints,
                apartNs / NS_PER_MS,
                endpoints * oneNs / apartNs,
                endpoints,
                togetherNs / NS_PER_MS,
                oneNs / togetherNs);
        return oneNs / togetherNs;
    }

    /** Returns the sweep of the slowest of several runs of one endpoint at once. */
    private static double slowestOf(int runs) throws InterruptedException {
        double[] sweeps = new double[runs];
        Thread[] threads = new Thread[runs];
        for (int i = 0; i < runs; i++) {
            int number = i;
            threads[i] = Thread.ofPlatform().start(() -> sweeps[number] = sweepNs(run(1)));
        }
        for (Thread each : threads) {
            each.join();
        }
        return Arrays.stream(sweeps).max().orElseThrow();
    }

    private static Su3Result run(int endpoints) {
        Su3Arguments arguments = arguments();
        return OneJvm.resultOf(endpoints, world -> Su3Run.run(Qmp.of(world), arguments, done -> {}));
    }

    /** Returns what the program takes as its own defaults, and the numbers of sweeps. */
    static Su3Arguments arguments() {
        Su3Arguments arguments = new Su3Arguments();
        new CommandLine(arguments)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs("--sweeps", Integer.toString(SWEEPS), "--thermalize", Integer.toString(FIRST_SWEEPS));
        return arguments;
    }

    /** Returns the median of the measured sweeps. */
    private static double sweepNs(Su3Result result) {
        List<Long> sorted = result.records().stream()
                .skip(FIRST_SWEEPS)
                .map(SweepRecord::tookNs)
                .sorted()
                .toList();
        return sorted.get(sorted.size() / 2);
    }
}
