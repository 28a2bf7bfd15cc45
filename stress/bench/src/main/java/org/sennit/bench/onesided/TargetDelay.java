package org.sennit.bench.onesided;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.sennit.Job;
import org.sennit.bench.program.Network;
import org.sennit.bench.scratch.ScratchFolder;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/**
 * Times of single accesses to the memory of a target that waits in a call, and of one that computes for a second
 * without a call; the difference of the medians is the delay. Beside them the medians of the same accesses through
 * libraries in C. One thread; blocks while it measures.
 */
public final class TargetDelay {
    private static final double NS_PER_US = 1e3;
    private static final String LINE = "%-14s %14s %14s %14s %14s %14s";
    private static final String OF_PEER = " %14s %14s"; // to a target that waits, and to one that computes

    private final int processes;
    private final Network network;
    private final DelayPlan plan;
    private final List<PeerDelays> ofPeers;
    private final PrintStream out;
    private final Consumer<String> trouble;

    /** The figures of one operation, in ns. */
    private record Delay(String name, double waitingNs, double waitingP99Ns, double busyNs, double busyP99Ns) {
        static Delay of(String line) {
            String[] fields = line.split(" ");
            return new Delay(
                    fields[0],
                    Double.parseDouble(fields[1]),
                    Double.parseDouble(fields[2]),
                    Double.parseDouble(fields[3]),
                    Double.parseDouble(fields[4]));
        }

        double ns() {
            return Math.max(0, busyNs - waitingNs);
        }
    }

    /**
     * Makes a run that has not begun.
     *
     * @param processes JVMs, 1 or 2, of two endpoints in all
     * @param network between them
     * @param plan what is measured
     * @param ofPeers figures of peers, for the same table
     * @param out receives the table
     * @param trouble receives a line where it failed
     */
    public TargetDelay(
            int processes,
            Network network,
            DelayPlan plan,
            List<PeerDelays> ofPeers,
            PrintStream out,
            Consumer<String> trouble) {
        this.processes = processes;
        this.network = network;
        this.plan = plan;
        this.ofPeers = List.copyOf(ofPeers);
        this.out = out;
        this.trouble = trouble;
    }

    /**
     * Measures and prints the table.
     *
     * @return the longest delay of a median, in ns; NaN where it failed, or without a busy target
     */
    public double longestDelayNs() {
        try (TemporaryFolder folder = ScratchFolder.onDisk()) {
            Path result = Files.createFile(folder.path().resolve("result"));
            int status = 0;
            if (processes == 1) {
                Job.run(2, new DelayProgram(plan, result));
            } else {
                status = launch(result);
            }
            List<Delay> delays =
                    Files.readAllLines(result).stream().map(Delay::of).toList();
            if (status != 0 || delays.isEmpty()) {
                trouble.accept("onesided: the job ended with " + status);
                return Double.NaN;
            }
            print(delays);
            return plan.isBusy() ? delays.stream().mapToDouble(Delay::ns).max().orElse(Double.NaN) : Double.NaN;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int launch(Path result) {
        List<String> arguments = new ArrayList<>(plan.arguments());
        arguments.add(result.toString());
        JobLauncher.Builder job = JobLauncher.builder()
                .processes(processes)
                .endpoints(1)
                .main(DelayProgram.class)
                .args(arguments);
        job.option(
                BindingPlan.BIND, "core"); // else both endpoints may have one core: an active message takes 10 us there
        network.options().forEach(job::option);
        return job.build().run();
    }

    private void print(List<Delay> delays) {
        out.printf(
                "# single accesses of 8 B to %s, us, %s; the target waits in a call%s%n",
                plan.isOfArray() ? "an array" : "memory of the window",
                processes == 1 ? "one JVM" : "two JVMs, " + network.resolved().word(),
                plan.isBusy() ? ", then computes for a second without one" : "");
        out.printf(LINE, "# Access", "Waiting", "p99", "Busy", "p99", "Delay");
        ofPeers.forEach(peer -> out.printf(OF_PEER, peer.label(), "busy"));
        out.println();
        for (Delay delay : delays) {
            out.printf(
                    LINE,
                    delay.name,
                    us(delay.waitingNs),
                    us(delay.waitingP99Ns),
                    us(delay.busyNs),
                    us(delay.busyP99Ns),
                    plan.isBusy() ? us(delay.ns()) : "-");
            ofPeers.forEach(peer -> out.printf(
                    OF_PEER,
                    us(PeerDelays.medianNs(peer.waiting(), delay.name)),
                    us(PeerDelays.medianNs(peer.busy(), delay.name))));
            out.println();
        }
    }

    private static String us(double ns) {
        return Double.isNaN(ns) ? "-" : String.format(Locale.ROOT, "%.3f", ns / NS_PER_US);
    }
}
