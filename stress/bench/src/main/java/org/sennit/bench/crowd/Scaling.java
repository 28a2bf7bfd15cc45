package org.sennit.bench.crowd;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sennit.Job;
import org.sennit.bench.crowd.ScalingProgram.Call;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.report.Machine;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;

/**
 * What barrier and allreduce cost as their endpoints grow in number, on the cores of this machine in this JVM: two that
 * spin, then more that take turns, on platform and on virtual threads. Beside it what a bare switch between two threads
 * costs. One thread.
 */
public final class Scaling {
    /**
     * Endpoints and what a call of theirs costs.
     *
     * @param endpoints their number
     * @param isVirtual whether on virtual threads
     * @param barrier ns a barrier
     * @param allreduce ns a sum of 8 bytes
     */
    public record Point(int endpoints, boolean isVirtual, Summary barrier, Summary allreduce) {
        String threads() {
            return threads(isVirtual);
        }

        static String threads(boolean isVirtual) {
            return isVirtual ? "virtual" : "platform";
        }

        Summary of(Call call) {
            return call == Call.BARRIER ? barrier : allreduce;
        }

        double nsPerEndpoint(Call call) {
            return of(call).medianNs() / endpoints;
        }
    }

    /** Endpoints on platform threads. */
    public static final List<Integer> PLATFORM = List.of(2, 8, 64, 512);

    /** Endpoints on virtual threads. */
    public static final List<Integer> VIRTUAL = List.of(8, 64, 512, 4096, 10_000);

    /** Where the cost of an endpoint is that of a switch, and no longer of a spin. */
    private static final int SWITCHING_FROM = 8;

    /**
     * How much more an endpoint of many may cost than one of 8 and count as linear: the rows of one run differ by so
     * much from those of the next.
     */
    public static final double TOLERANCE = 1.25;

    private static final String LINE = "%-10s %-9s %12s %10s %10s %12s %13s %12s %12s%n";
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;

    private final long measureNs;
    private final PrintStream out;
    private final List<Point> points = new ArrayList<>();

    /**
     * Makes a run that has not begun.
     *
     * @param seconds how long each row is measured, and half as long warmed up
     * @param out receives the table
     */
    public Scaling(double seconds, PrintStream out) {
        this.measureNs = (long) (seconds * NS_PER_SECOND);
        this.out = out;
    }

    /**
     * Measures some numbers of endpoints and prints a line for each. Blocks.
     *
     * @param platform endpoints on platform threads
     * @param virtual endpoints on virtual threads
     * @return a point for each number, in order
     * @throws InterruptedException where this thread is interrupted
     */
    public List<Point> run(List<Integer> platform, List<Integer> virtual) throws InterruptedException {
        double platformNs = SwitchCost.parkedNs(false);
        double virtualNs = SwitchCost.parkedNs(true);
        out.println("# Sennit Scaling Test");
        Machine.notes().forEach(note -> out.println("# " + note));
        out.printf(
                Locale.ROOT,
                "# A switch between two bare threads, park and unpark: platform %.2f us, virtual %.2f us%n",
                platformNs / NS_PER_US,
                virtualNs / NS_PER_US);
        out.printf(
                LINE,
                "# Ends",
                "Threads",
                "barrier us",
                "best",
                "us/end",
                "switches/end",
                "allreduce us",
                "best",
                "us/end");
        platform.forEach(endpoints -> print(measured(endpoints, false), platformNs));
        virtual.forEach(endpoints -> print(measured(endpoints, true), virtualNs));
        for (Call call : Call.values()) {
            verdict(call, false);
            verdict(call, true);
        }
        return List.copyOf(points);
    }

    /**
     * Returns the greatest cost of an endpoint of barrier or allreduce by that with 8 endpoints, of those measured: 1
     * where the cost of a call grows linearly.
     *
     * @param isVirtual on virtual or platform threads
     * @return a ratio; NaN where there were not 8 and more
     */
    public double growth(boolean isVirtual) {
        return Math.max(growth(Call.BARRIER, isVirtual), growth(Call.ALLREDUCE, isVirtual));
    }

    private double growth(Call call, boolean isVirtual) {
        List<Point> switching = points.stream()
                .filter(point -> point.isVirtual() == isVirtual && point.endpoints() >= SWITCHING_FROM)
                .toList();
        if (switching.size() < 2) {
            return Double.NaN;
        }
        double few = switching.getFirst().nsPerEndpoint(call);
        return switching.stream()
                .skip(1)
                .mapToDouble(point -> point.nsPerEndpoint(call) / few)
                .max()
                .orElseThrow();
    }

    private void verdict(Call call, boolean isVirtual) {
        double growth = growth(call, isVirtual);
        if (!Double.isNaN(growth)) {
            out.printf(
                    Locale.ROOT,
                    "# %s, %s threads: an endpoint costs at most %.2f x what it costs with %d: grows %s%n",
                    call.name().toLowerCase(Locale.ROOT),
                    Point.threads(isVirtual),
                    growth,
                    SWITCHING_FROM,
                    growth <= TOLERANCE ? "no faster than linearly" : "FASTER than linearly");
        }
    }

    private Point measured(int endpoints, boolean isVirtual) {
        ScalingProgram program = new ScalingProgram(measureNs / 2, measureNs, 3);
        run(endpoints, isVirtual, program);
        Point point = new Point(endpoints, isVirtual, program.time(Call.BARRIER), program.time(Call.ALLREDUCE));
        points.add(point);
        return point;
    }

    private static void run(int endpoints, boolean isVirtual, ScalingProgram program) {
        Options options = Options.fromEnvironment().with(JobProcess.VIRTUAL, isVirtual, "the benchmark of crowds");
        Job.run(endpoints, options, program);
    }

    /**
     * Returns what a switch between two bare platform threads costs, park and unpark. Blocks.
     *
     * @throws InterruptedException where this thread is interrupted
     */
    public static double switchNs() throws InterruptedException {
        return SwitchCost.parkedNs(false);
    }

    /**
     * Makes barriers and allreduces of many endpoints on virtual threads.
     *
     * @param endpoints their number
     * @param calls the number of calls of each
     * @return how many have ended, of both kinds
     */
    public static long complete(int endpoints, int calls) {
        ScalingProgram program = new ScalingProgram(0, 0, calls);
        run(endpoints, true, program);
        return program.calls();
    }

    private void print(Point point, double switchNs) {
        out.printf(
                Locale.ROOT,
                LINE,
                point.endpoints(),
                point.threads(),
                us(point.barrier().medianNs()),
                us(point.barrier().bestNs()),
                us(point.nsPerEndpoint(Call.BARRIER)),
                String.format(Locale.ROOT, "%.2f", point.nsPerEndpoint(Call.BARRIER) / switchNs),
                us(point.allreduce().medianNs()),
                us(point.allreduce().bestNs()),
                us(point.nsPerEndpoint(Call.ALLREDUCE)));
    }

    private static String us(double ns) {
        return String.format(Locale.ROOT, "%.2f", ns / NS_PER_US);
    }
}
