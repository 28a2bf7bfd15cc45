package org.sennit.bench.ownership;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sennit.bench.ownership.ThesisFigures.Gain;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Plan;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.TableRow;
import org.sennit.bench.run.TableRun;
import org.sennit.examples.ownership.fft2d.FftResult;
import org.sennit.examples.ownership.fft2d.FftRun;
import org.sennit.examples.ownership.md.MdResult;
import org.sennit.examples.ownership.md.MdRun;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.examples.ownership.ways.WayTime;
import org.sennit.examples.ownership.ways.WayTimes;

/**
 * The experiments on ownership of the HMPI thesis, repeated on Sennit in one JVM, each beside the thesis's own
 * figures: a pair of alloc and free, communication plus unpacking, the 2-D FFT and a halo exchange as MiniMD's,
 * each in three ways. One thread.
 *
 * <p>Where the thesis compares with a C peer, the gain of its ownership over its own messages is shown too: that is
 * what send and receive of Sennit stand for.
 */
public final class Thesis {
    /** What can be run by itself. */
    public enum Part {
        /** Alloc and free. */
        POOL,
        /** Communication plus unpacking. */
        UNPACK,
        /** The FFT. */
        FFT2D,
        /** Molecular dynamics. */
        MD
    }

    private static final int POOL_BATCHES = 1000;
    private static final int FFT_ROUNDS = 20;
    private static final List<Integer> FFT_SIZES = List.of(128, 256, 512, 1024);
    private static final List<Integer> MD_CELLS = List.of(8, 12, 16);
    /** The first half is not timed: so long the compiler needs, with few messages a step. */
    private static final int MD_STEPS = 1200;

    private static final double NS_PER_US = 1e3;

    private final int endpoints;
    private final List<PeerSetting> peers;
    private final PrintStream out;
    private final Consumer<String> trouble;

    /**
     * Makes a run that has not begun.
     *
     * @param endpoints of the applications
     * @param peers C peers for communication plus unpacking
     * @param out receives the tables
     * @param trouble receives a line for each peer that did not work
     */
    public Thesis(int endpoints, List<PeerSetting> peers, PrintStream out, Consumer<String> trouble) {
        this.endpoints = endpoints;
        this.peers = List.copyOf(peers);
        this.out = out;
        this.trouble = trouble;
    }

    /**
     * Runs parts. Blocks.
     *
     * @param parts in which order
     * @return the rows of communication plus unpacking; none where that was not asked for
     */
    public List<TableRow> run(List<Part> parts) {
        out.println(
                "# Thesis: Cab, 2 x 8 cores of 2.6 GHz, 16 ranks, MVAPICH2 1.9, same processor; read off charts, about"
                        + " 5 %");
        List<TableRow> rows = List.of();
        for (Part part : parts) {
            switch (part) {
                case POOL -> pool();
                case UNPACK -> rows = unpack();
                case FFT2D -> fft2d();
                case MD -> md();
            }
        }
        return rows;
    }

    private void pool() {
        PoolCost.Cost cost = new PoolCost(POOL_BATCHES, out)
                .measure(List.of((long) Long.BYTES))
                .getFirst();
        String line = "%-14s %14s %14s %16s%n";
        out.printf("%n# alloc + free of 8 B, ns a pair%n");
        out.printf(line, "#", "malloc/free", "sender's pool", "receiver's pool");
        out.printf(
                line,
                "here",
                one(cost.malloc().medianNs()),
                one(cost.sender().medianNs()),
                one(cost.receiver().medianNs()));
        double[] thesis = ThesisFigures.PAIR_NS;
        out.printf(line, "thesis", one(thesis[0]), one(thesis[1]), one(thesis[2]));
    }

    private List<TableRow> unpack() {
        Benchmark benchmark = Benchmark.UNPACK;
        Plan plan = Plan.of(benchmark, benchmark.defaultSizesBytes()).withMemory(Plan.MemoryKind.SEGMENT);
        List<TableRow> rows =
                new TableRun(plan, 1, 2, peers, out, trouble).run().rows();
        Map<Long, ThesisFigures.Unpack> thesis = ThesisFigures.unpack();
        String line = "%-10s %12s %14s %12s %10s %10s %8s %12s %12s %12s %14s%n";
        out.printf("%n# communication plus unpacking (until all was read), GB/s; gain: x of send/receive%n");
        out.printf(
                line,
                "# Size",
                "best peer",
                "send/receive",
                "give/take",
                "gain",
                "by peer",
                "Speed",
                "thesis: MPI",
                "HMPI",
                "OPI",
                "OPI by HMPI");
        for (TableRow row : rows) {
            ThesisFigures.Unpack then = thesis.get(row.sizeBytes());
            double peerNs = bestPeerNs(row);
            out.printf(
                    line,
                    row.sizeBytes(),
                    two(row.sizeBytes() / peerNs),
                    two(row.sizeBytes() / row.beside().getFirst().time().medianNs()),
                    two(row.sizeBytes() / row.time().medianNs()),
                    two(1 / row.ratioToBeside()),
                    two(peerNs / row.time().medianNs()),
                    row.speed().word(),
                    orDash(then, () -> then.peer()),
                    orDash(then, () -> then.sendReceive()),
                    orDash(then, () -> then.giveTake()),
                    orDash(then, () -> then.giveTake() / then.sendReceive()));
        }
        out.println("# ownership pays " + Crossover.words(Crossover.sizeBytes(rows), "B")
                + " here; in the thesis OPI equals HMPI up to 64 B, and is ahead from 8 KiB at the latest");
        return rows;
    }

    /** Returns the figure of the best peer, at any speed: the table is of one run, and its column of speeds warns. */
    private static double bestPeerNs(TableRow row) {
        return row.peers().stream()
                .map(PeerFigure::time)
                .mapToDouble(time -> time.medianNs())
                .boxed()
                .min(Comparator.naturalOrder())
                .orElse(Double.NaN);
    }

    private void fft2d() {
        String line = "%-22s %14s %12s %18s %14s %14s%n";
        out.printf(
                "%n# 2-D FFT, %d endpoints, us a transform; gain over send/receive, of the run and of communication%n",
                endpoints);
        out.printf(line, "# n x n, way", "us", "best", "exchange, unpack", "gain of run", "gain of comm.");
        Sizes sizes = new Sizes();
        for (int n : FFT_SIZES) {
            FftResult result = OneJvm.resultOf(endpoints, world -> FftRun.run(world, n, FFT_ROUNDS));
            for (WayTime time : result.times().all()) {
                out.printf(
                        line,
                        n + " " + time.way().words(),
                        us(time.medianNs()),
                        us(time.bestNs()),
                        us(time.communicationNs()),
                        percent(result.times().gainPercent(time.way())),
                        percent(result.times().communicationGainPercent(time.way())));
            }
            sizes.add(n, result.times());
            if (!result.accuracy().isVerified()) {
                out.println("# NOT VERIFIED: " + result.accuracy());
            }
        }
        Gain own = ThesisFigures.FFT_OWNERSHIP.over(ThesisFigures.FFT_SEND_RECEIVE);
        Gain fused = own.and(ThesisFigures.FFT_FUSION);
        then(line, "thesis OPI by HMPI", own);
        then(line, "thesis fused by HMPI", fused);
        out.println(sizes.words("points a side"));
    }

    private void md() {
        String line = "%-22s %14s %12s %18s %14s %14s%n";
        out.printf(
                "%n# Lennard-Jones, %d endpoints, us a step; gain over send/receive, of the run and of communication%n",
                endpoints);
        out.printf(line, "# atoms, way", "us", "best", "communication", "gain of run", "gain of comm.");
        Sizes sizes = new Sizes();
        for (int cells : MD_CELLS) {
            if (MdRun.mistake(cells, endpoints) != null) {
                out.println("# " + MdRun.mistake(cells, endpoints));
                continue;
            }
            MdResult result = OneJvm.resultOf(endpoints, world -> MdRun.run(world, cells, MD_STEPS));
            for (WayTime time : result.times().all()) {
                out.printf(
                        line,
                        result.atoms() + " " + time.way().words(),
                        us(time.medianNs()),
                        us(time.bestNs()),
                        us(time.communicationNs()),
                        percent(result.times().gainPercent(time.way())),
                        // the fused way's lies within its forces, and what is left is the noise of whole steps
                        time.way() == Way.FUSED ? "-" : percent(result.times().communicationGainPercent(time.way())));
            }
            sizes.add(result.atoms(), result.times());
            if (!result.conservation().isVerified()) {
                out.println("# NOT CONSERVED: " + result.conservation());
            }
        }
        Gain own = ThesisFigures.MD_OWNERSHIP.over(ThesisFigures.MD_SEND_RECEIVE);
        then(line, "thesis OPI by HMPI", own);
        then(line, "thesis fused by HMPI", own.and(ThesisFigures.MD_FUSION));
        out.println(sizes.words("atoms"));
    }

    /** What an application's whole run takes with ownership, by size. */
    private static final class Sizes {
        private static final double PERCENT = 100;

        private final List<Crossover.Point> given = new ArrayList<>();
        private final List<Crossover.Point> fused = new ArrayList<>();

        void add(long size, WayTimes times) {
            given.add(new Crossover.Point(size, 1 - times.gainPercent(Way.GIVE_TAKE) / PERCENT));
            fused.add(new Crossover.Point(size, 1 - times.gainPercent(Way.FUSED) / PERCENT));
        }

        String words(String unit) {
            return "# ownership saves a twentieth of the run " + Crossover.words(Crossover.size(given), unit)
                    + "; fused, " + Crossover.words(Crossover.size(fused), unit);
        }
    }

    private void then(String line, String what, Gain gain) {
        out.printf(line, what, "-", "-", "-", percent(gain.run()), percent(gain.communication()));
    }

    private static String orDash(Object there, Supplier<Double> value) {
        return there == null ? "-" : two(value.get());
    }

    private static String us(double ns) {
        return one(ns / NS_PER_US);
    }

    private static String percent(double value) {
        return Double.isFinite(value) ? one(value) + "%" : "-";
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String two(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : "-";
    }
}
