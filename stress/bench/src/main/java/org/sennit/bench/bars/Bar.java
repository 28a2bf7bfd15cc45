package org.sennit.bench.bars;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Network;
import org.sennit.bench.program.Plan;
import org.sennit.bench.program.Setting;
import org.sennit.bench.report.TableRow;

/** A limit on a measured figure, relative to a reference or absolute. Immutable; {@link Bars} lists all of them. */
public sealed interface Bar {
    /** Returns the group that the bar belongs to. */
    BarGroup group();

    /**
     * Returns what is measured, and against what.
     *
     * @return a short line
     */
    String title();

    /**
     * Processes, endpoints of each, their network and their memory, as in
     * {@code -n 2 -t 1 --net mapped --memory segment}.
     *
     * @param processes the number of JVMs
     * @param endpointsPerProcess endpoints in each
     * @param network what carries messages between the JVMs
     * @param memory what the messages lie in
     */
    record Placement(int processes, int endpointsPerProcess, Network network, Plan.MemoryKind memory) {
        /** Two endpoints in one JVM. */
        public static final Placement ONE_JVM = new Placement(1, 2, Network.BEST);

        /** The same with off-heap memory, as pools and C programs have. */
        public static final Placement ONE_JVM_OFF_HEAP = new Placement(1, 2, Network.BEST, Plan.MemoryKind.SEGMENT);

        /** One endpoint in each of two JVMs, over TCP. */
        public static final Placement TCP = new Placement(2, 1, Network.TCP);

        /** The same over Unix sockets. */
        public static final Placement UNIX = new Placement(2, 1, Network.UNIX);

        /** The same over memory that the JVMs share. */
        public static final Placement MAPPED = new Placement(2, 1, Network.MAPPED);

        /** The same from and to off-heap memory, as a C program has. */
        public static final Placement MAPPED_OFF_HEAP = new Placement(2, 1, Network.MAPPED, Plan.MemoryKind.SEGMENT);

        /** The same from and to memory of {@link org.sennit.Endpoint#allocateShared}. */
        public static final Placement MAPPED_SHARED = new Placement(2, 1, Network.MAPPED, Plan.MemoryKind.SHARED);

        /**
         * Makes a placement with heap arrays.
         *
         * @param processes the number of JVMs
         * @param network what carries messages between the JVMs
         */
        public Placement(int processes, int endpointsPerProcess, Network network) {
            this(processes, endpointsPerProcess, network, Plan.MemoryKind.ARRAY);
        }

        @Override
        public String toString() {
            return "-n " + processes + " -t " + endpointsPerProcess
                    + (processes == 1 ? "" : " --net " + network.word())
                    + (memory == Plan.MemoryKind.ARRAY ? "" : " " + memory.words());
        }
    }

    /** What a figure is compared with. */
    enum Reference {
        /** The floor of the same run. */
        FLOOR,
        /** The floor of the same run plus some nanoseconds, whose number stands in the place of the ratio. */
        BEYOND_FLOOR,
        /** The fastest C peer in any setting, at the same size and speed of the machine. */
        BEST_PEER,
        /** The fastest C peer as it is installed. */
        DEFAULT_PEER,
        /** The faster setting of Open MPI. */
        OPEN_MPI,
        /** Measured alternately with it: a message of 8 bytes for give, send and receive for unpack. */
        BESIDE,
        /** The raw persistent operation, in turn with declared channels. */
        PERSISTENT,
        /** Channels that are started and awaited one direction after the other. */
        SEPARATE,
        /** The loop of one thread that copies the same elements. */
        BY_HAND,
        /** A microsecond: the ratio is a limit. */
        US;

        /** Returns the label of what stands beside the figure; null where the first one counts. */
        String label() {
            return switch (this) {
                case PERSISTENT -> Benchmark.PERSISTENT.word();
                case SEPARATE -> Benchmark.SEPARATE;
                case BY_HAND -> Benchmark.BY_HAND;
                default -> null;
            };
        }

        /** Returns what follows the ratio in a bar's title. */
        String words() {
            return this == BESIDE
                    ? "x the message"
                    : this == BEYOND_FLOOR
                            ? "ns + floor"
                            : this == US
                                    ? "us"
                                    : "x " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /**
         * Returns whether a bar against this reference needs a peer's figure.
         *
         * @param peer the label of a peer's setting
         */
        boolean includes(String peer) {
            return switch (this) {
                case BEST_PEER -> true;
                case DEFAULT_PEER -> !peer.endsWith(PeerSetting.TUNED);
                case OPEN_MPI -> peer.startsWith("ompi");
                case FLOOR, BEYOND_FLOOR, BESIDE, PERSISTENT, SEPARATE, BY_HAND, US -> false;
            };
        }
    }

    /** Which side of the limit is good. */
    enum Relation {
        /** At most this many times the reference. */
        AT_MOST("<="),
        /** At least this many times the reference. */
        AT_LEAST(">=");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        boolean holds(double value, double limit) {
            return this == AT_MOST ? value <= limit : value >= limit;
        }

        String sign() {
            return sign;
        }
    }

    /**
     * A row of a table benchmark against its floor or its peers.
     *
     * @param benchmark which table
     * @param sizeBytes which row
     * @param isFresh whether the sender writes before each send
     * @param placement processes and endpoints
     * @param reference compared with what
     * @param relation which side is good
     * @param ratio figure by reference, in the metric's unit
     * @param neededSpeed near, far or any: the bar holds at this speed only
     * @param settings what only some benchmarks know, where it is not the usual
     * @param subject the label of what the bar is about, beside the benchmark's own figure; empty for that figure
     */
    record OfTable(
            Benchmark benchmark,
            long sizeBytes,
            boolean isFresh,
            Placement placement,
            Reference reference,
            Relation relation,
            double ratio,
            String neededSpeed,
            Map<Setting, String> settings,
            String subject)
            implements Bar {
        /** Makes a bar of the benchmark's own figure with the usual settings. */
        public OfTable(
                Benchmark benchmark,
                long sizeBytes,
                boolean isFresh,
                Placement placement,
                Reference reference,
                Relation relation,
                double ratio,
                String neededSpeed) {
            this(benchmark, sizeBytes, isFresh, placement, reference, relation, ratio, neededSpeed, Map.of(), "");
        }

        /** Returns this bar with a setting. */
        OfTable with(Setting setting, String value) {
            Map<Setting, String> more = new TreeMap<>(settings);
            more.put(setting, value);
            return new OfTable(
                    benchmark, sizeBytes, isFresh, placement, reference, relation, ratio, neededSpeed, more, subject);
        }

        /** Returns this bar about what is measured in turn with the benchmark. */
        OfTable about(String label) {
            return new OfTable(
                    benchmark, sizeBytes, isFresh, placement, reference, relation, ratio, neededSpeed, settings, label);
        }

        /** Returns the row as the bar sees it: what it is about stands first. */
        TableRow seen(TableRow row) {
            return subject.isEmpty() ? row : row.about(subject, benchmark.word());
        }

        @Override
        public BarGroup group() {
            if (benchmark.floorKind() == Benchmark.FloorKind.ACCESS) {
                return BarGroup.ONESIDED;
            }
            return switch (benchmark) {
                case GIVE, UNPACK -> BarGroup.OWNERSHIP;
                case PERSISTENT -> BarGroup.PERSISTENT;
                case AMSEND -> BarGroup.ONESIDED;
                case LATENCY -> isBetweenJvms() ? BarGroup.NETWORK : BarGroup.LATENCY;
                case RATE, BANDWIDTH, BI_BANDWIDTH -> isBetweenJvms() ? BarGroup.NETWORK : BarGroup.RATE;
                default -> BarGroup.COLLECTIVES;
            };
        }

        private boolean isBetweenJvms() {
            return placement.processes() > 1;
        }

        @Override
        public String title() {
            return String.format(
                    Locale.ROOT,
                    "%s%s %d B%s%s, %s, %s %.2f %s%s",
                    benchmark.word(),
                    subject.isEmpty() ? "" : " " + subject,
                    sizeBytes,
                    isFresh ? " fresh" : "",
                    settings.isEmpty() ? "" : " " + Setting.text(settings),
                    placement,
                    relation.sign(),
                    ratio,
                    reference.words(),
                    neededSpeed.equals(Plan.ANY_SPEED) ? "" : " " + neededSpeed);
        }
    }

    /**
     * A figure of its own, against a number.
     *
     * @param gauge how it is measured
     * @param relation which side is good
     * @param limit in the gauge's unit; infinite: no limit, the figure is only shown
     */
    record OfGauge(Gauge gauge, Relation relation, double limit) implements Bar {
        @Override
        public BarGroup group() {
            return gauge.group();
        }

        @Override
        public String title() {
            return Double.isInfinite(limit)
                    ? gauge.title()
                    : String.format(
                            Locale.ROOT,
                            "%s %s %s %s",
                            gauge.title(),
                            relation.sign(),
                            Outcome.number(limit),
                            gauge.unit());
        }
    }
}
