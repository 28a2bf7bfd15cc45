package org.sennit.bench.bars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.sennit.Job;
import org.sennit.bench.crowd.Oversubscription;
import org.sennit.bench.crowd.PairsProgram;
import org.sennit.bench.crowd.Scaling;
import org.sennit.bench.depth.MatchingDepth;
import org.sennit.bench.onesided.DelayPlan;
import org.sennit.bench.onesided.TargetDelay;
import org.sennit.bench.ownership.OneJvm;
import org.sennit.bench.ownership.PoolCost;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Network;
import org.sennit.bench.program.Plan;
import org.sennit.bench.run.TableRun;
import org.sennit.bench.scratch.ScratchFolder;
import org.sennit.bench.strided.StridedTransfer;
import org.sennit.examples.ownership.fft2d.FftResult;
import org.sennit.examples.ownership.fft2d.FftRun;
import org.sennit.examples.ownership.md.MdResult;
import org.sennit.examples.ownership.md.MdRun;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/** Measures one {@link Gauge}. One thread; blocks while it measures. */
final class GaugeRun {
    private static final int DELAY_ROUNDS = 2000;
    private static final int STRIDED_BATCHES = 200;
    private static final double CROWD_SECONDS = 3;
    private static final double DEPTH_SECONDS = 0.3;
    private static final double NS_PER_US = 1e3;
    private static final int TEN_THOUSAND_CALLS = 100;
    private static final int PAIRS = 3;
    private static final int POOL_BATCHES = 1000;
    private static final int FFT_SIZE = 512;
    private static final int FFT_ROUNDS = 30;
    private static final int MD_CELLS = 16;
    private static final int MD_STEPS = 1200;
    private static final double PER_MILLION = 1e6;
    private static final List<Long> LARGE_SIZES_BYTES = List.of(1L << 16, 1L << 18, 1L << 20, 1L << 22);

    private final Gauge gauge;
    private final Consumer<String> trouble;

    GaugeRun(Gauge gauge, Consumer<String> trouble) {
        this.gauge = gauge;
        this.trouble = trouble;
    }

    /** Returns the value in the gauge's unit; NaN where it could not be measured. */
    double measure() {
        try {
            return switch (gauge) {
                case START_UP -> new StartUp(gauge, trouble).plainSeconds();
                case CACHED_START_UP -> new StartUp(gauge, trouble).cachedSeconds();
                case HEAP_ARRAYS -> heapByOffHeap();
                case SHARED_MEMORY -> sharedByOneJvm();
                case TLS -> tlsByTcp();
                case BESIDE_A_NETWORK -> besideANetwork();
                case CROWDED_NETWORK -> manyPairsByOne();
                case OVERSUBSCRIPTION -> new Oversubscription(CROWD_SECONDS, System.out).ratioOfManyToFew();
                case STRIDED -> new StridedTransfer(STRIDED_BATCHES, System.out).gatherRatio();
                case MATCHING_DEPTH ->
                    new MatchingDepth(MatchingDepth.DEPTHS, DEPTH_SECONDS, List.of(), System.out).run();
                case TWO_BY_TWO -> switchesOfTheSecondEndpoints();
                case SCALING -> growth();
                case TEN_THOUSAND -> Scaling.complete(gauge.endpointsPerProcess(), TEN_THOUSAND_CALLS);
                case RECEIVER_POOL -> poolCost().receiver().medianNs();
                case SENDER_POOL -> poolCost().sender().medianNs();
                case FFT2D -> fft2d();
                case MD -> md();
                case MAPPED_ACCESS -> Math.max(betweenByOneJvm(Benchmark.PUT), betweenByOneJvm(Benchmark.GET));
                case MAPPED_BUSY_TARGET, TCP_BUSY_TARGET -> longestDelayUs(false);
                case MAPPED_BUSY_ARRAY, TCP_BUSY_ARRAY -> longestDelayUs(true);
                case SU3_COMMUNICATION -> LatticeTimes.communicationPercent();
                case SU3_SPEED_UP -> LatticeTimes.speedUp(gauge.endpointsPerProcess(), System.out);
                default -> ofJob();
            };
        } catch (IOException | RuntimeException e) { // the other bars are still measured
            trouble.accept(gauge.title() + ": " + e.getMessage());
            return Double.NaN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    private static PoolCost.Cost poolCost() {
        return new PoolCost(POOL_BATCHES, System.out)
                .measure(List.of((long) Long.BYTES))
                .getFirst();
    }

    private double fft2d() {
        FftResult result =
                OneJvm.resultOf(gauge.endpointsPerProcess(), world -> FftRun.run(world, FFT_SIZE, FFT_ROUNDS));
        return result.times().of(Way.FUSED).medianNs()
                / result.times().of(Way.SEND_RECEIVE).medianNs();
    }

    private double md() {
        MdResult result = OneJvm.resultOf(gauge.endpointsPerProcess(), world -> MdRun.run(world, MD_CELLS, MD_STEPS));
        return result.times().of(Way.GIVE_TAKE).medianNs()
                / result.times().of(Way.SEND_RECEIVE).medianNs();
    }

    private static double growth() throws InterruptedException {
        Scaling scaling = new Scaling(1, System.out);
        scaling.run(Scaling.PLATFORM, List.of());
        return scaling.growth(false);
    }

    /** Returns the median of some pairs of runs, one directly after the other. */
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
                .runApart().rows().stream()
                        .mapToDouble(row -> row.time().medianNs())
                        .findFirst()
                        .orElse(Double.NaN);
    }

    private double heapByOffHeap() {
        Plan plan = Plan.of(Benchmark.LATENCY, LARGE_SIZES_BYTES).withNetwork(gauge.network());
        return pair(
                plan.withMemory(Plan.MemoryKind.ARRAY), plan.withMemory(Plan.MemoryKind.SEGMENT), gauge.processes());
    }

    private double sharedByOneJvm() {
        Plan plan = Plan.of(Benchmark.LATENCY, LARGE_SIZES_BYTES).withNetwork(gauge.network());
        return pair(plan.withMemory(Plan.MemoryKind.SHARED), plan.withMemory(Plan.MemoryKind.SEGMENT), 1);
    }

    private double tlsByTcp() {
        Plan plan = Plan.of(Benchmark.LATENCY, List.of((long) Long.BYTES, 1L << 20));
        return pair(plan.withNetwork(Network.TLS), plan.withNetwork(Network.TCP), gauge.processes());
    }

    private double betweenByOneJvm(Benchmark benchmark) {
        Plan plan = Plan.of(benchmark, List.of((long) Long.BYTES)).withNetwork(gauge.network());
        return pair(plan, plan, 1);
    }

    private double longestDelayUs(boolean isOfArray) {
        DelayPlan plan = new DelayPlan(true, isOfArray, DELAY_ROUNDS);
        return new TargetDelay(gauge.processes(), gauge.network(), plan, List.of(), System.out, trouble)
                        .longestDelayNs()
                / NS_PER_US;
    }

    private double pair(Plan first, Plan second, int processesOfSecond) {
        return new RunPair(gauge.title(), System.out, trouble)
                .worst(
                        new RunPair.Side(first, gauge.processes(), gauge.endpointsPerProcess()),
                        new RunPair.Side(second, processesOfSecond, 2 / processesOfSecond));
    }

    private double besideANetwork() {
        Plan plan = Plan.of(Benchmark.LATENCY, List.of((long) Long.BYTES));
        return pair(plan, plan, 1);
    }

    /** Returns the median of some pairs of runs, one directly after the other. */
    private double manyPairsByOne() throws IOException {
        double[] ratios = new double[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            double one = ofJob(1, PairsProgram.class, List.of());
            double many = ofJob(gauge.endpointsPerProcess(), PairsProgram.class, List.of());
            ratios[pair] = many / one;
            System.out.printf(
                    Locale.ROOT,
                    "# 8 B between two JVMs: one pair %.2f M/s, %d pairs %.2f M/s%n",
                    one / PER_MILLION,
                    gauge.endpointsPerProcess(),
                    many / PER_MILLION);
        }
        Arrays.sort(ratios);
        return ratios[PAIRS / 2];
    }

    private double ofJob() throws IOException {
        return ofJob(gauge.endpointsPerProcess(), GaugeProgram.class, List.of(gauge.name()));
    }

    private double ofJob(int endpointsPerProcess, Class<?> program, List<String> arguments) throws IOException {
        try (TemporaryFolder folder = ScratchFolder.onDisk()) {
            Path result = Files.createFile(folder.path().resolve("result"));
            if (gauge.processes() == 1) {
                Job.run(gauge.endpointsPerProcess(), new GaugeProgram(gauge, result));
            } else {
                launch(endpointsPerProcess, program, arguments, result);
            }
            String text = Files.readString(result);
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        }
    }

    private void launch(int endpointsPerProcess, Class<?> program, List<String> arguments, Path result) {
        List<String> all = new ArrayList<>(arguments);
        all.add(result.toString());
        JobLauncher.Builder job = JobLauncher.builder()
                .processes(gauge.processes())
                .endpoints(endpointsPerProcess)
                .main(program)
                .args(all);
        gauge.network().options().forEach(job::option);
        job.build().run();
    }
}
