package org.sennit.bench.bars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.sennit.bench.crowd.Oversubscription;
import org.sennit.bench.crowd.Scaling;
import org.sennit.bench.depth.MatchingDepth;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Plan;
import org.sennit.bench.run.TableRun;
import org.sennit.bench.strided.StridedTransfer;
import org.sennit.endpoints.api.Job;
import org.sennit.launch.job.JobLauncher;

/** Measures one {@link Gauge}. One thread; blocks while it measures. */
final class GaugeRun {

    private static final int STRIDED_BATCHES = 200;
    private static final int STARTS = 7;
    private static final double CROWD_SECONDS = 3;
    private static final double DEPTH_SECONDS = 0.3;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final int TEN_THOUSAND_CALLS = 100;
    private static final int PAIRS = 3;

    private final Gauge gauge;
    private final Consumer<String> trouble;

    GaugeRun(Gauge gauge, Consumer<String> trouble) {
        this.gauge = gauge;
        this.trouble = trouble;
    }

    /** The value in the gauge's unit; NaN where it could not be measured. */
    double measure() {
        try {
            return switch (gauge) {
                case START_UP -> startUpSeconds();
                case OVERSUBSCRIPTION -> new Oversubscription(CROWD_SECONDS, System.out).ratioOfManyToFew();
                case STRIDED -> new StridedTransfer(STRIDED_BATCHES, System.out).gatherRatio();
                case MATCHING_DEPTH ->
                    new MatchingDepth(MatchingDepth.DEPTHS, DEPTH_SECONDS, List.of(), System.out).run();
                case TWO_BY_TWO -> switchesOfTheSecondEndpoints();
                case SCALING -> growth();
                case TEN_THOUSAND -> Scaling.complete(gauge.endpointsPerProcess(), TEN_THOUSAND_CALLS);
                default -> ofJob();
            };
        } catch (IOException e) {
            trouble.accept(gauge.title() + ": " + e.getMessage());
            return Double.NaN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    private static double growth() throws InterruptedException {
        Scaling scaling = new Scaling(1, System.out);
        scaling.run(Scaling.PLATFORM, List.of());
        return scaling.growth(false);
    }

    /** The median of some pairs of runs, one directly after the other. */
    private double switchesOfTheSecondEndpoints() throws InterruptedException {
        double switchNs = Scaling.switchNs();
        double[] switches = new double[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            double one = allreduceNs(1);
            double two = allreduceNs(gauge.endpointsPerProcess());
            switches[pair] = (two - one) / switchNs;
            System.out.printf(
                    Locale.ROOT,
                    "# allreduce 8 B of two JVMs x 1: %.2f us, x 2: %.2f us, a switch: %.2f us%n",
                    one / NS_PER_US,
                    two / NS_PER_US,
                    switchNs / NS_PER_US);
        }
        Arrays.sort(switches); // a run that failed is NaN, which goes to the end
        return switches[PAIRS / 2];
    }

    private double allreduceNs(int endpointsPerProcess) {
        Plan plan = Plan.of(Benchmark.ALLREDUCE, List.of((long) Double.BYTES));
        return new TableRun(plan, gauge.processes(), endpointsPerProcess, List.of(), System.out, trouble)
                .run().rows().stream()
                        .mapToDouble(row -> row.time().medianNs())
                        .findFirst()
                        .orElse(Double.NaN);
    }

    private double ofJob() throws IOException {
        Path result = Files.createTempFile("sennit-gauge", ".txt");
        try {
            if (gauge.processes() == 1) {
                Job.run(gauge.endpointsPerProcess(), new GaugeProgram(gauge, result));
            } else {
                launch(result);
            }
            String text = Files.readString(result);
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        } finally {
            Files.deleteIfExists(result);
        }
    }

    private int launch(Path result) {
        return JobLauncher.builder()
                .processes(gauge.processes())
                .endpoints(gauge.endpointsPerProcess())
                .main(GaugeProgram.class.getName())
                .args(List.of(gauge.name(), result.toString()))
                .build()
                .run();
    }

    /** The launcher as a person starts it: a JVM of its own, from its first instruction to its end. */
    private double startUpSeconds() throws IOException {
        double[] seconds = new double[STARTS];
        for (int start = -1; start < STARTS; start++) {
            long before = System.nanoTime();
            int status = launcherProcess();
            if (status != 0) {
                trouble.accept(gauge.title() + ": ended with " + status);
                return Double.NaN;
            }
            if (start >= 0) {
                seconds[start] = (System.nanoTime() - before) / NS_PER_SECOND;
            }
        }
        Arrays.sort(seconds);
        return seconds[STARTS / 2];
    }

    private int launcherProcess() throws IOException {
        Process process = new ProcessBuilder(LauncherCommand.of(List.of(
                        "run",
                        "-n",
                        Integer.toString(gauge.processes()),
                        "-t",
                        Integer.toString(gauge.endpointsPerProcess()),
                        GaugeProgram.class.getName(),
                        gauge.name(),
                        "")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        } finally {
            process.destroy();
        }
    }
}
