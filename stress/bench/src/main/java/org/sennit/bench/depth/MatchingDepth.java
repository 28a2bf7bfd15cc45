package org.sennit.bench.depth;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.report.Machine;
import org.sennit.bench.report.PeerFigure;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Request;

/**
 * The cost of a message, from its post to its outcome, with queues of 1 to 100,000: one endpoint that sends to itself,
 * so that no cache line between cores is in the figure. Prints a table and the ratios to a depth of 1. One thread.
 */
public final class MatchingDepth {
    /** The depths that are tried unless others are asked for. */
    public static final List<Integer> DEPTHS = List.of(1, 10, 100, 1000, 10_000, 100_000);

    private static final int MESSAGES_A_SAMPLE = 2000;
    private static final int FEWEST_SAMPLES = 7;
    private static final int WARM_UP_ROUNDS = 3;
    private static final int WARM_UP_SHARE = 8; // of the time of a figure, for each case and depth
    private static final int COLUMN_WIDTH = 10;

    private final List<Integer> depths;
    private final long nsPerCell;
    private final PrintStream out;
    private final List<PeerFigure> peers;

    /**
     * Makes a run that has not begun.
     *
     * @param depths how deep the queues are
     * @param secondsPerCell how long each figure is measured
     * @param peers figures of C peers for posted receives in reverse; sizes are depths
     * @param out receives the table
     */
    public MatchingDepth(List<Integer> depths, double secondsPerCell, List<PeerFigure> peers, PrintStream out) {
        this.depths = List.copyOf(depths);
        this.nsPerCell = (long) (secondsPerCell * 1e9);
        this.peers = List.copyOf(peers);
        this.out = out;
    }

    /**
     * Measures all. Blocks.
     *
     * @return the greatest ratio of any case at any depth to the same case at the first depth
     */
    public double run() {
        double[] worst = new double[1];
        Job.run(1, endpoint -> {
            GeneralizedRequest endless = endpoint.startGeneralized(new GeneralizedRequest.Operation() {});
            worst[0] = measure(endpoint.world(), endless);
            endless.complete();
            endless.await();
        });
        return worst[0];
    }

    private double measure(Communicator world, Request endless) {
        warmUp(world, endless);
        List<String> labels = peers.stream().map(PeerFigure::peer).distinct().toList();
        header(labels);
        Map<DepthCase, Double> first = new LinkedHashMap<>();
        Map<DepthCase, Double> worst = new LinkedHashMap<>();
        for (int n : depths) {
            List<String> cells = new ArrayList<>();
            for (DepthCase which : DepthCase.values()) {
                double ns = nsPerMessage(world, endless, which, n);
                first.putIfAbsent(which, ns);
                worst.merge(which, ns / first.get(which), Math::max);
                cells.add(number(ns, 1));
            }
            labels.forEach(label -> cells.add(ofPeer(label, n)));
            line(Integer.toString(n), cells);
        }
        line(
                "worst/N=" + depths.getFirst(),
                worst.values().stream().map(ratio -> number(ratio, 2)).toList());
        return worst.values().stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** Compiles the code for all depths before the first figure: none is of code that knows only its own depth. */
    private void warmUp(Communicator world, Request endless) {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (int n : depths) {
                Depth depth = Depth.of(world, n, endless);
                for (DepthCase which : DepthCase.values()) {
                    samples(which, depth, 1, nsPerCell / WARM_UP_SHARE);
                }
            }
        }
    }

    /** Returns the median of batches, after as many that do not count, with the same queue. */
    private double nsPerMessage(Communicator world, Request endless, DepthCase which, int n) {
        Depth depth = Depth.of(world, n, endless);
        samples(which, depth, FEWEST_SAMPLES, nsPerCell / 2);
        return samples(which, depth, FEWEST_SAMPLES, nsPerCell).summary().medianNs();
    }

    /** Batches of at least some messages each. */
    private static Samples samples(DepthCase which, Depth depth, int fewest, long ns) {
        int rounds = Math.max(1, MESSAGES_A_SAMPLE / depth.messages(which));
        Samples samples = new Samples();
        which.prepare(depth);
        long start = System.nanoTime();
        for (int count = 0; count < fewest || System.nanoTime() - start < ns; count++) {
            long begin = System.nanoTime();
            for (int round = 0; round < rounds; round++) {
                which.round(depth);
            }
            samples.record((double) (System.nanoTime() - begin) / rounds / depth.messages(which));
        }
        which.end(depth);
        return samples;
    }

    private void header(List<String> labels) {
        out.println("# Sennit Matching Test");
        Machine.notes().forEach(note -> out.println("# " + note));
        out.println(
                "# ns a message, from the post of its receive to its outcome; 1 endpoint that sends 8 bytes to itself");
        out.println("# N posted receives (tags in reverse; any tag in order), N unexpected messages (the same), probes,"
                + " cancelled receives, a message behind N that never match"
                + (labels.isEmpty() ? "" : "; C peers: posted, tags in reverse"));
        List<String> cells = new ArrayList<>();
        for (DepthCase which : DepthCase.values()) {
            cells.add(which.word());
        }
        cells.addAll(labels);
        line("# N", cells);
    }

    private String ofPeer(String label, int n) {
        return peers.stream()
                .filter(figure -> figure.peer().equals(label) && figure.sizeBytes() == n)
                .findFirst()
                .map(figure -> number(figure.time().medianNs(), 1))
                .orElse("-");
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private void line(String head, List<String> cells) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-10s", head));
        for (String cell : cells) {
            line.append(String.format(Locale.ROOT, " %" + Math.max(COLUMN_WIDTH, cell.length()) + "s", cell));
        }
        out.println(line);
    }
}
