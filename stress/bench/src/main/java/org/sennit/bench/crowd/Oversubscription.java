package org.sennit.bench.crowd;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.Job;
import org.sennit.bench.measure.Summary;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;

/**
 * Rings of more and more endpoints on the cores of this machine, in this JVM: hops a second, beside what a bare switch
 * between two threads costs. One thread.
 */
public final class Oversubscription {
    /** A ring: how many endpoints, and on which kind of threads. */
    private record Ring(int endpoints, boolean isVirtual) {}

    private static final List<Ring> RINGS =
            List.of(new Ring(2, false), new Ring(16, false), new Ring(256, false), new Ring(10_000, true));
    private static final Ring FEW = RINGS.get(1);
    private static final Ring MANY = RINGS.get(2);
    private static final String LINE = "%-10s %-9s %12s %10s %10s %8s %14s%n";
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;

    private final long measureNs;
    private final PrintStream out;

    /**
     * Makes a run that has not begun.
     *
     * @param seconds how long each ring runs
     * @param out receives the table
     */
    public Oversubscription(double seconds, PrintStream out) {
        this.measureNs = (long) (seconds * NS_PER_SECOND);
        this.out = out;
    }

    /**
     * Measures all rings and prints a line for each. Blocks.
     *
     * @throws InterruptedException where this thread is interrupted
     */
    public void run() throws InterruptedException {
        out.printf(
                "# A hop between two bare threads, park and unpark: platform %.2f us, virtual %.2f us%n",
                SwitchCost.parkedNs(false) / NS_PER_US, SwitchCost.parkedNs(true) / NS_PER_US);
        out.printf(LINE, "# Ends", "Threads", "hops/s", "us/hop", "best us", "to 16", "barrier us");
        Map<Ring, Double> rates = new LinkedHashMap<>();
        for (Ring ring : RINGS) {
            RingProgram program = measured(ring);
            Summary hop = program.hop();
            rates.put(ring, NS_PER_SECOND / hop.medianNs());
            Double few = rates.get(FEW);
            out.printf(
                    Locale.ROOT,
                    LINE,
                    ring.endpoints(),
                    ring.isVirtual() ? "virtual" : "platform",
                    String.format(Locale.ROOT, "%.0f", rates.get(ring)),
                    String.format(Locale.ROOT, "%.2f", hop.medianNs() / NS_PER_US),
                    String.format(Locale.ROOT, "%.2f", hop.bestNs() / NS_PER_US),
                    few == null ? "-" : String.format(Locale.ROOT, "%.2f", rates.get(ring) / few),
                    String.format(Locale.ROOT, "%.0f", program.barrierNs() / NS_PER_US));
        }
    }

    /** Returns the hops a second of 256 endpoints as a share of those of 16, one after the other. */
    public double ratioOfManyToFew() {
        double few = measured(FEW).hop().medianNs();
        return few / measured(MANY).hop().medianNs();
    }

    private RingProgram measured(Ring ring) {
        RingProgram program = new RingProgram(measureNs / 2, measureNs, TimeUnit.MILLISECONDS.toNanos(50));
        Options options =
                Options.fromEnvironment().with(JobProcess.VIRTUAL, ring.isVirtual(), "the benchmark of crowds");
        Job.run(ring.endpoints(), options, program);
        return program;
    }
}
