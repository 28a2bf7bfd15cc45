package org.sennit.bench.bars;

import static org.sennit.bench.bars.Bar.Placement.MAPPED;
import static org.sennit.bench.bars.Bar.Placement.MAPPED_OFF_HEAP;
import static org.sennit.bench.bars.Bar.Placement.ONE_JVM;
import static org.sennit.bench.bars.Bar.Placement.ONE_JVM_OFF_HEAP;
import static org.sennit.bench.bars.Bar.Placement.TCP;
import static org.sennit.bench.bars.Bar.Placement.UNIX;
import static org.sennit.bench.bars.Bar.Reference.BESIDE;
import static org.sennit.bench.bars.Bar.Reference.BEST_PEER;
import static org.sennit.bench.bars.Bar.Reference.DEFAULT_PEER;
import static org.sennit.bench.bars.Bar.Reference.FLOOR;
import static org.sennit.bench.bars.Bar.Reference.OPEN_MPI;
import static org.sennit.bench.bars.Bar.Reference.US;
import static org.sennit.bench.bars.Bar.Relation.AT_LEAST;
import static org.sennit.bench.bars.Bar.Relation.AT_MOST;
import static org.sennit.bench.program.Benchmark.ALLGATHER;
import static org.sennit.bench.program.Benchmark.ALLREDUCE;
import static org.sennit.bench.program.Benchmark.ALLTOALL;
import static org.sennit.bench.program.Benchmark.BANDWIDTH;
import static org.sennit.bench.program.Benchmark.BARRIER;
import static org.sennit.bench.program.Benchmark.BROADCAST;
import static org.sennit.bench.program.Benchmark.GIVE;
import static org.sennit.bench.program.Benchmark.LATENCY;
import static org.sennit.bench.program.Benchmark.RATE;
import static org.sennit.bench.program.Benchmark.UNPACK;

import java.util.List;
import java.util.Locale;
import org.sennit.bench.bars.Bar.OfGauge;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.bars.Bar.Placement;
import org.sennit.bench.crowd.Scaling;
import org.sennit.bench.program.Network;

/**
 * All bars: the one place where a later step adds its rows. A row needs no code unless it needs a new benchmark or a
 * new {@link Gauge}.
 */
public final class Bars {

    private static final String ANY = "any";
    private static final String NEAR = "near";
    private static final String GOALS = "goals";
    private static final Placement CROWDED = new Placement(1, 8, Network.BEST);

    private static final List<Bar> ALL = List.of(
            // Step A: a real job runs.
            new OfTable("A", GOALS, LATENCY, 8, false, ONE_JVM, FLOOR, AT_MOST, 1.6, NEAR),
            new OfTable("A", GOALS, LATENCY, 8, false, TCP, FLOOR, AT_MOST, 1.25, ANY),
            new OfTable("A", GOALS, LATENCY, 8, false, TCP, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("A", GOALS, BANDWIDTH, 1 << 20, false, TCP, FLOOR, AT_LEAST, 0.8, ANY),
            new OfTable("A", GOALS, BANDWIDTH, 1 << 20, false, TCP, BEST_PEER, AT_LEAST, 1.0, ANY),
            new OfTable("A", GOALS, ALLREDUCE, 8, false, ONE_JVM, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable("A", GOALS, BARRIER, 0, false, ONE_JVM, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable("A", GOALS, BARRIER, 0, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable("A", GOALS, ALLREDUCE, 8, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfGauge("A", "issue", Gauge.STEADY_STATE_ALLOCATION, AT_MOST, 0),
            new OfGauge("A", "issue", Gauge.IDLE_JOB, AT_MOST, 2),
            new OfGauge("A", GOALS, Gauge.START_UP, AT_MOST, 0.7),

            // Step B: point-to-point inside a JVM.
            new OfTable("B", "issue", LATENCY, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 64, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 1024, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 8192, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", RATE, 8, false, ONE_JVM, BEST_PEER, AT_LEAST, 1.2, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 16, true, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 20, true, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 22, true, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 16, true, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 20, true, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 16, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 22, true, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 22, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            // Warm, the floor of a copy by one core; two cores share the longer ones.
            new OfTable("B", "issue", LATENCY, 1 << 16, false, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable("B", "issue", LATENCY, 1 << 20, false, ONE_JVM, FLOOR, AT_MOST, 1 / 1.3, NEAR),
            new OfTable("B", "issue", LATENCY, 1 << 22, false, ONE_JVM, FLOOR, AT_MOST, 1 / 1.3, NEAR),
            new OfGauge("B", "issue", Gauge.OVERSUBSCRIPTION, AT_LEAST, 0.5),
            new OfGauge("B", "issue", Gauge.STRIDED, AT_LEAST, 0.8),
            new OfGauge("B", "issue", Gauge.MATCHING_DEPTH, AT_MOST, 2),

            // Step C: communicators and collectives.
            new OfTable("C", "issue", BARRIER, 0, false, ONE_JVM, US, AT_MOST, 0.14, NEAR),
            new OfTable("C", "issue", ALLREDUCE, 8, false, ONE_JVM, US, AT_MOST, 0.17, NEAR),
            new OfTable("C", "issue", BROADCAST, 8, false, ONE_JVM, US, AT_MOST, 0.13, NEAR),
            new OfTable("C", "issue", ALLREDUCE, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 0.6, ANY),
            new OfTable("C", "issue", BROADCAST, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLGATHER, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLGATHER, 1 << 16, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLGATHER, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLTOALL, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLTOALL, 1 << 16, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLTOALL, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", BARRIER, 0, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLREDUCE, 8, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable("C", "issue", ALLREDUCE, 1 << 20, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfGauge("C", "issue", Gauge.TWO_BY_TWO, AT_MOST, 4),
            new OfGauge("C", "issue", Gauge.SCALING, AT_MOST, Scaling.TOLERANCE),
            new OfGauge("C", "issue", Gauge.TEN_THOUSAND, AT_LEAST, 200),
            new OfGauge("C", "issue", Gauge.COLLECTIVE_ALLOCATION, AT_MOST, 0),

            // Step D: the network.
            new OfTable("D", "issue", LATENCY, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.2, ANY),
            new OfTable("D", "issue", RATE, 8, false, MAPPED, BEST_PEER, AT_LEAST, 1.0, ANY),
            new OfTable("D", "issue", LATENCY, 1 << 16, false, MAPPED_OFF_HEAP, BEST_PEER, AT_MOST, 1 / 0.8, NEAR),
            new OfTable("D", "issue", LATENCY, 1 << 20, false, MAPPED_OFF_HEAP, BEST_PEER, AT_MOST, 1 / 0.8, NEAR),
            new OfTable("D", "issue", LATENCY, 1 << 16, false, MAPPED_OFF_HEAP, DEFAULT_PEER, AT_MOST, 1.0, ANY),
            new OfTable("D", "issue", LATENCY, 1 << 20, false, MAPPED_OFF_HEAP, DEFAULT_PEER, AT_MOST, 1.0, ANY),
            new OfTable("D", "issue", LATENCY, 8, false, TCP, FLOOR, AT_MOST, 1.25, ANY),
            new OfTable("D", "issue", LATENCY, 8, false, TCP, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable("D", "issue", LATENCY, 8, false, UNIX, FLOOR, AT_MOST, 2.0, ANY),
            new OfTable("D", "issue", BANDWIDTH, 1 << 20, false, TCP, FLOOR, AT_LEAST, 0.8, ANY),
            new OfTable("D", "issue", BANDWIDTH, 1 << 20, false, TCP, BEST_PEER, AT_LEAST, 1.0, ANY),
            new OfTable("D", "issue", RATE, 8, false, TCP, BEST_PEER, AT_LEAST, 5.0, ANY),
            new OfGauge("D", "issue", Gauge.TLS, AT_MOST, Double.POSITIVE_INFINITY),
            new OfGauge("D", "issue", Gauge.SHARED_MEMORY, AT_MOST, 1.15),
            new OfGauge("D", "issue", Gauge.HEAP_ARRAYS, AT_MOST, 1.15),
            new OfGauge("D", "issue", Gauge.BESIDE_A_NETWORK, AT_MOST, 1.2),
            new OfGauge("D", "issue", Gauge.CROWDED_NETWORK, AT_LEAST, 0.7),
            new OfGauge("D", "issue", Gauge.TCP_ALLOCATION, AT_MOST, 0),
            new OfGauge("D", "issue", Gauge.UNIX_ALLOCATION, AT_MOST, 0),
            new OfGauge("D", "issue", Gauge.MAPPED_ALLOCATION, AT_MOST, 0),
            new OfGauge("D", "issue", Gauge.START_UP, AT_MOST, 0.7),
            new OfGauge("D", "issue", Gauge.CACHED_START_UP, AT_MOST, 0.4),

            // Step E: ownership passing.
            new OfTable("E", "issue", GIVE, 8, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable("E", "issue", GIVE, 1 << 15, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable("E", "issue", GIVE, 1 << 21, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable("E", "issue", GIVE, 1 << 30, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable("E", "issue", GIVE, 8, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable("E", "issue", GIVE, 1 << 15, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable("E", "issue", GIVE, 1 << 21, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable("E", "issue", GIVE, 1 << 24, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable("E", "issue", UNPACK, 1 << 21, false, ONE_JVM_OFF_HEAP, BESIDE, AT_MOST, 1 / 1.5, ANY),
            new OfTable("E", "issue", UNPACK, 1 << 21, false, ONE_JVM_OFF_HEAP, BEST_PEER, AT_MOST, 1 / 1.5, ANY),
            new OfGauge("E", "issue", Gauge.RECEIVER_POOL, AT_MOST, 12),
            new OfGauge("E", "issue", Gauge.SENDER_POOL, AT_MOST, 60),
            new OfGauge("E", "issue", Gauge.FFT2D, AT_MOST, Double.POSITIVE_INFINITY),
            new OfGauge("E", "issue", Gauge.MD, AT_MOST, Double.POSITIVE_INFINITY));

    private Bars() {}

    /**
     * Every bar.
     *
     * @return in order of the steps
     */
    public static List<Bar> all() {
        return ALL;
    }

    /**
     * The bars of one step.
     *
     * @param step such as "A"
     * @return possibly none
     */
    public static List<Bar> ofStep(String step) {
        return ALL.stream().filter(bar -> bar.step().equals(step)).toList();
    }

    /**
     * The bars whose line contains one of some texts, whatever the case of its letters.
     *
     * @param bars to choose from
     * @param texts parts of lines, as {@link #line} has them
     * @return those that match, in their order
     */
    public static List<Bar> matching(List<Bar> bars, List<String> texts) {
        List<String> wanted =
                texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
        return bars.stream()
                .filter(bar -> wanted.stream().anyMatch(line(bar).toLowerCase(Locale.ROOT)::contains))
                .toList();
    }

    /**
     * A bar as a list shows it.
     *
     * @param bar the bar
     * @return step, title and source
     */
    public static String line(Bar bar) {
        return String.format(Locale.ROOT, "%-4s %-60s (%s)", bar.step(), bar.title(), bar.source());
    }
}
