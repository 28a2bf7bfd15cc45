package org.sennit.bench.bars;

import static org.sennit.bench.bars.Bar.Placement.MAPPED;
import static org.sennit.bench.bars.Bar.Placement.MAPPED_OFF_HEAP;
import static org.sennit.bench.bars.Bar.Placement.MAPPED_SHARED;
import static org.sennit.bench.bars.Bar.Placement.ONE_JVM;
import static org.sennit.bench.bars.Bar.Placement.ONE_JVM_OFF_HEAP;
import static org.sennit.bench.bars.Bar.Placement.TCP;
import static org.sennit.bench.bars.Bar.Placement.UNIX;
import static org.sennit.bench.bars.Bar.Reference.BESIDE;
import static org.sennit.bench.bars.Bar.Reference.BEST_PEER;
import static org.sennit.bench.bars.Bar.Reference.BEYOND_FLOOR;
import static org.sennit.bench.bars.Bar.Reference.BY_HAND;
import static org.sennit.bench.bars.Bar.Reference.DEFAULT_PEER;
import static org.sennit.bench.bars.Bar.Reference.FLOOR;
import static org.sennit.bench.bars.Bar.Reference.OPEN_MPI;
import static org.sennit.bench.bars.Bar.Reference.SEPARATE;
import static org.sennit.bench.bars.Bar.Reference.US;
import static org.sennit.bench.bars.Bar.Relation.AT_LEAST;
import static org.sennit.bench.bars.Bar.Relation.AT_MOST;
import static org.sennit.bench.program.Benchmark.ALLGATHER;
import static org.sennit.bench.program.Benchmark.ALLREDUCE;
import static org.sennit.bench.program.Benchmark.ALLTOALL;
import static org.sennit.bench.program.Benchmark.AMSEND;
import static org.sennit.bench.program.Benchmark.BANDWIDTH;
import static org.sennit.bench.program.Benchmark.BARRIER;
import static org.sennit.bench.program.Benchmark.BROADCAST;
import static org.sennit.bench.program.Benchmark.FETCH_AND_OP;
import static org.sennit.bench.program.Benchmark.GATHER;
import static org.sennit.bench.program.Benchmark.GET;
import static org.sennit.bench.program.Benchmark.GIVE;
import static org.sennit.bench.program.Benchmark.GUPS;
import static org.sennit.bench.program.Benchmark.LATENCY;
import static org.sennit.bench.program.Benchmark.PERSISTENT;
import static org.sennit.bench.program.Benchmark.PUT;
import static org.sennit.bench.program.Benchmark.RATE;
import static org.sennit.bench.program.Benchmark.REDUCE;
import static org.sennit.bench.program.Benchmark.SCATTER;
import static org.sennit.bench.program.Benchmark.UNPACK;
import static org.sennit.bench.program.Setting.DIRECTIONS;
import static org.sennit.bench.program.Setting.FIXED_ROOT;
import static org.sennit.bench.program.Setting.LAYOUT;
import static org.sennit.bench.program.Setting.ROOT;
import static org.sennit.bench.program.Setting.STRIDED;

import java.util.List;
import java.util.Locale;
import org.sennit.bench.bars.Bar.OfGauge;
import org.sennit.bench.bars.Bar.OfTable;
import org.sennit.bench.bars.Bar.Placement;
import org.sennit.bench.crowd.Scaling;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Network;

/**
 * All bars, in the order of their groups. A new row needs no code unless it needs a new benchmark or a
 * new {@link Gauge}. Stateless.
 */
public final class Bars {
    private static final String ANY = "any";
    private static final String NEAR = "near";
    private static final String FAR = "far";
    private static final Placement CROWDED = new Placement(1, 8, Network.BEST);

    private static final long FACE_BYTES = 73_728;
    private static final Bar.Reference PERSISTENT_REQUESTS = Bar.Reference.PERSISTENT;

    private static final List<Bar> ALL = List.of(
            // Latency inside a JVM.
            new OfTable(LATENCY, 8, false, ONE_JVM, FLOOR, AT_MOST, 1.6, NEAR),
            new OfTable(LATENCY, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 64, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1024, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 8192, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 16, true, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable(LATENCY, 1 << 20, true, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable(LATENCY, 1 << 22, true, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable(LATENCY, 1 << 16, true, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 20, true, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 16, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 22, true, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 22, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            // Warm messages, against a copy by one core; two cores share the copy of long ones.
            new OfTable(LATENCY, 1 << 16, false, ONE_JVM, FLOOR, AT_MOST, 1 / 0.9, ANY),
            new OfTable(LATENCY, 1 << 20, false, ONE_JVM, FLOOR, AT_MOST, 1 / 1.3, NEAR),
            new OfTable(LATENCY, 1 << 22, false, ONE_JVM, FLOOR, AT_MOST, 1 / 1.3, NEAR),
            new OfGauge(Gauge.STRIDED, AT_LEAST, 0.8),
            new OfGauge(Gauge.MATCHING_DEPTH, AT_MOST, 2),

            // Persistent requests and declared channels; a face of 8⁴ matrices of 3 x 3 complex numbers. Between JVMs
            // from arrays, which are copied twice, and from memory that QMP has allocated.
            declared(8, ONE_JVM, PERSISTENT_REQUESTS, 1.1),
            declared(8, ONE_JVM, SEPARATE, 1 / 1.3).with(DIRECTIONS, "8"),
            declared(FACE_BYTES, ONE_JVM, SEPARATE, 1 / 1.3).with(DIRECTIONS, "8"),
            declared(FACE_BYTES, ONE_JVM, BY_HAND, 1 / 0.8)
                    .with(DIRECTIONS, "8")
                    .with(LAYOUT, STRIDED),
            declared(8, MAPPED, PERSISTENT_REQUESTS, 1.1),
            declared(1 << 16, MAPPED, BEST_PEER, 1.0).with(DIRECTIONS, "8"),
            declared(1 << 16, MAPPED_SHARED, BEST_PEER, 1.0).with(DIRECTIONS, "8"),
            new OfGauge(Gauge.SU3_COMMUNICATION, AT_MOST, 10),
            new OfGauge(Gauge.SU3_SPEED_UP, AT_LEAST, 1.8),

            // Rate inside a JVM.
            new OfTable(RATE, 8, false, ONE_JVM, BEST_PEER, AT_LEAST, 1.2, ANY),
            new OfGauge(Gauge.OVERSUBSCRIPTION, AT_LEAST, 0.5),

            // Collectives.
            new OfTable(ALLREDUCE, 8, false, ONE_JVM, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable(BARRIER, 0, false, ONE_JVM, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable(BARRIER, 0, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 8, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            new OfTable(BARRIER, 0, false, ONE_JVM, US, AT_MOST, 0.14, NEAR),
            new OfTable(ALLREDUCE, 8, false, ONE_JVM, US, AT_MOST, 0.17, NEAR),
            new OfTable(BROADCAST, 8, false, ONE_JVM, US, AT_MOST, 0.13, NEAR),
            new OfTable(BARRIER, 0, false, ONE_JVM, FLOOR, AT_MOST, 1.3, FAR),
            new OfTable(ALLREDUCE, 8, false, ONE_JVM, FLOOR, AT_MOST, 1.3, FAR),
            new OfTable(BROADCAST, 8, false, ONE_JVM, FLOOR, AT_MOST, 1.3, FAR),
            new OfTable(BROADCAST, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY).with(ROOT, FIXED_ROOT),
            new OfTable(REDUCE, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(REDUCE, 2 << 10, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(REDUCE, 128, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 128, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 1 << 10, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 0.6, ANY),
            new OfTable(BROADCAST, 1 << 10, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(BROADCAST, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLGATHER, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(GATHER, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(SCATTER, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLGATHER, 128, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLGATHER, 1 << 10, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLGATHER, 1 << 16, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLGATHER, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLTOALL, 8, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLTOALL, 1 << 16, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLTOALL, 1 << 20, false, ONE_JVM, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 1 << 20, false, CROWDED, OPEN_MPI, AT_MOST, 1.0, ANY),
            // Between two JVMs of a host.
            new OfTable(BARRIER, 0, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(BROADCAST, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 1 << 10, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 1 << 16, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLREDUCE, 1 << 20, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLGATHER, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(ALLTOALL, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfGauge(Gauge.TWO_BY_TWO, AT_MOST, 4),
            new OfGauge(Gauge.SCALING, AT_MOST, Scaling.TOLERANCE),
            new OfGauge(Gauge.TEN_THOUSAND, AT_LEAST, 200),

            // Accesses to windows, and active messages.
            new OfTable(PUT, 8, false, ONE_JVM, BEYOND_FLOOR, AT_MOST, 20, ANY),
            new OfTable(GET, 8, false, ONE_JVM, BEYOND_FLOOR, AT_MOST, 20, ANY),
            new OfTable(FETCH_AND_OP, 8, false, ONE_JVM, FLOOR, AT_MOST, 2.0, ANY),
            new OfTable(PUT, 1 << 20, false, ONE_JVM, FLOOR, AT_MOST, 1 / 0.95, ANY),
            new OfTable(AMSEND, 0, false, ONE_JVM, BESIDE, AT_MOST, 1.3, ANY),
            // There and back: twice the message one way.
            new OfTable(AMSEND, 0, false, MAPPED, BESIDE, AT_MOST, 2 * 1.15, ANY),
            new OfTable(AMSEND, 0, false, TCP, BESIDE, AT_MOST, 2 * 1.15, ANY),
            new OfTable(GUPS, 1 << 20, false, ONE_JVM, OPEN_MPI, AT_LEAST, 10, ANY),
            new OfTable(GUPS, 1 << 20, false, MAPPED, OPEN_MPI, AT_LEAST, 1.0, ANY),
            // What the memory itself allows bare threads: no program updates faster, whatever it is held against.
            new OfTable(GUPS, 1 << 20, false, ONE_JVM, FLOOR, AT_LEAST, 0.5, ANY),
            new OfTable(GUPS, 1 << 20, false, MAPPED, FLOOR, AT_LEAST, 0.5, ANY),
            new OfGauge(Gauge.MAPPED_ACCESS, AT_MOST, 2),
            new OfGauge(Gauge.MAPPED_BUSY_TARGET, AT_MOST, 100),
            new OfGauge(Gauge.TCP_BUSY_TARGET, AT_MOST, 1000),
            new OfGauge(Gauge.MAPPED_BUSY_ARRAY, AT_MOST, 100),
            new OfGauge(Gauge.TCP_BUSY_ARRAY, AT_MOST, 1000),
            new OfGauge(Gauge.BESIDE_ACCESSES, AT_MOST, 1.15),
            new OfGauge(Gauge.MAPPED_BESIDE_ACCESSES, AT_MOST, 1.15),
            new OfGauge(Gauge.TCP_BESIDE_ACCESSES, AT_MOST, 1.3),

            // Network.
            new OfTable(LATENCY, 8, false, TCP, FLOOR, AT_MOST, 1.25, ANY),
            new OfTable(LATENCY, 8, false, TCP, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(BANDWIDTH, 1 << 20, false, TCP, FLOOR, AT_LEAST, 0.8, ANY),
            new OfTable(BANDWIDTH, 1 << 20, false, TCP, BEST_PEER, AT_LEAST, 1.0, ANY),
            new OfTable(LATENCY, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.2, ANY),
            new OfTable(RATE, 8, false, MAPPED, BEST_PEER, AT_LEAST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 16, false, MAPPED_OFF_HEAP, BEST_PEER, AT_MOST, 1 / 0.8, NEAR),
            new OfTable(LATENCY, 1 << 20, false, MAPPED_OFF_HEAP, BEST_PEER, AT_MOST, 1 / 0.8, NEAR),
            new OfTable(LATENCY, 1 << 16, false, MAPPED_OFF_HEAP, DEFAULT_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 20, false, MAPPED_OFF_HEAP, DEFAULT_PEER, AT_MOST, 1.0, ANY),
            // What programs in Java send: arrays.
            new OfTable(LATENCY, 8, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 16, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 20, false, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            // Fresh: written by the sender before each send, as programs do; see "Warm and fresh" in METHOD.md.
            new OfTable(LATENCY, 1 << 16, true, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 18, true, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 20, true, MAPPED, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 16, false, MAPPED_OFF_HEAP, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 1 << 20, false, TCP, BEST_PEER, AT_MOST, 1.0, ANY),
            new OfTable(LATENCY, 8, false, UNIX, FLOOR, AT_MOST, 2.0, ANY),
            new OfTable(RATE, 8, false, TCP, BEST_PEER, AT_LEAST, 5.0, ANY),
            new OfGauge(Gauge.TLS, AT_MOST, Double.POSITIVE_INFINITY),
            new OfGauge(Gauge.SHARED_MEMORY, AT_MOST, 1.15),
            new OfGauge(Gauge.HEAP_ARRAYS, AT_MOST, 1.15),
            new OfGauge(Gauge.BESIDE_A_NETWORK, AT_MOST, 1.2),
            new OfGauge(Gauge.CROWDED_NETWORK, AT_LEAST, 0.7),

            // Ownership passing.
            new OfTable(GIVE, 8, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable(GIVE, 1 << 15, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable(GIVE, 1 << 21, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable(GIVE, 1 << 30, false, ONE_JVM, BESIDE, AT_MOST, 1.2, ANY),
            new OfTable(GIVE, 8, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable(GIVE, 1 << 15, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable(GIVE, 1 << 21, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable(GIVE, 1 << 24, false, MAPPED, BESIDE, AT_MOST, 1.5, ANY),
            new OfTable(UNPACK, 1 << 21, false, ONE_JVM_OFF_HEAP, BESIDE, AT_MOST, 1 / 1.5, ANY),
            new OfTable(UNPACK, 1 << 21, false, ONE_JVM_OFF_HEAP, BEST_PEER, AT_MOST, 1 / 1.5, ANY),
            new OfGauge(Gauge.RECEIVER_POOL, AT_MOST, 12),
            new OfGauge(Gauge.SENDER_POOL, AT_MOST, 60),
            new OfGauge(Gauge.FFT2D, AT_MOST, Double.POSITIVE_INFINITY),
            new OfGauge(Gauge.MD, AT_MOST, Double.POSITIVE_INFINITY),

            // Allocation in steady state.
            new OfGauge(Gauge.STEADY_STATE_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.COLLECTIVE_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.TCP_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.UNIX_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.MAPPED_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.PERSISTENT_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.TCP_PERSISTENT_ALLOCATION, AT_MOST, 0),
            new OfGauge(Gauge.MAPPED_PERSISTENT_ALLOCATION, AT_MOST, 0),

            // Start-up and idle jobs.
            new OfGauge(Gauge.IDLE_JOB, AT_MOST, 2),
            new OfGauge(Gauge.START_UP, AT_MOST, 0.7),
            new OfGauge(Gauge.CACHED_START_UP, AT_MOST, 0.4));

    private Bars() {}

    /** Returns a bar of declared channels. */
    private static OfTable declared(long sizeBytes, Placement placement, Bar.Reference reference, double ratio) {
        return new OfTable(PERSISTENT, sizeBytes, false, placement, reference, AT_MOST, ratio, ANY)
                .about(Benchmark.DECLARED);
    }

    /** Returns all bars, in order of the groups. */
    public static List<Bar> all() {
        return ALL;
    }

    /**
     * Returns the bars of one group.
     *
     * @param group what they measure
     * @return in their order
     */
    public static List<Bar> of(BarGroup group) {
        return ALL.stream().filter(bar -> bar.group() == group).toList();
    }

    /**
     * Selects the bars whose line contains one of several texts, ignoring case.
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
     * Formats a bar for {@code --list}.
     *
     * @return group and title
     */
    public static String line(Bar bar) {
        return String.format(Locale.ROOT, "%-11s %s", bar.group().word(), bar.title());
    }
}
