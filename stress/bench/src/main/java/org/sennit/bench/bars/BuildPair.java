package org.sennit.bench.bars;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sennit.bench.report.Report;
import org.sennit.bench.report.TableRow;
import org.sennit.bench.scratch.ScratchFolder;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/** One table of two builds of Sennit by turns, each run in processes of its own. One thread. */
public final class BuildPair {
    private static final double NS_PER_US = 1e3;
    private static final String LINE = "%-10s %12s %12s %8s %8s%n";

    private final List<String> own;
    private final List<String> other;
    private final PrintStream out;

    /**
     * Makes a pair of two builds.
     *
     * @param own the command line that starts the launcher of one
     * @param other that of the other
     * @param out receives the comparison
     */
    BuildPair(List<String> own, List<String> other, PrintStream out) {
        this.own = List.copyOf(own);
        this.other = List.copyOf(other);
        this.out = out;
    }

    /**
     * Returns this build and that of another checkout.
     *
     * @param launcher its {@code runtime/bin/sennit}
     * @param out receives the comparison
     */
    public static BuildPair with(Path launcher, PrintStream out) {
        return new BuildPair(LauncherCommand.of(null, List.of()), List.of(launcher.toString()), out);
    }

    /** The medians of one size, in ns. */
    private record Size(List<Double> own, List<Double> other, Ratios ratios) {
        Size() {
            this(new ArrayList<>(), new ArrayList<>(), new Ratios());
        }
    }

    /**
     * Runs and prints. Blocks.
     *
     * @param table the arguments behind {@code sennit bench}, of a command that has {@code --json}
     * @param rounds how often both are run, at least 1; they begin by turns
     * @return the largest ratio of a size, this build by the other: the median of the pairs in which both were at one
     *     speed of the machine, of all where there is no such
     * @throws InterruptedException where this thread is interrupted
     * @throws NoTableException where one of them fails; the other build may be older, and have no such table
     */
    public double worst(List<String> table, int rounds) throws InterruptedException {
        Map<Long, Size> sizes = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            List<TableRow> first = rows(round % 2 == 0 ? own : other, table);
            List<TableRow> second = rows(round % 2 == 0 ? other : own, table);
            List<TableRow> ofOwn = round % 2 == 0 ? first : second;
            List<TableRow> ofOther = round % 2 == 0 ? second : first;
            for (int i = 0; i < Math.min(ofOwn.size(), ofOther.size()); i++) {
                Size size = sizes.computeIfAbsent(ofOwn.get(i).sizeBytes(), bytes -> new Size());
                size.own.add(ofOwn.get(i).time().medianNs());
                size.other.add(ofOther.get(i).time().medianNs());
                size.ratios.add(ofOwn.get(i), ofOther.get(i));
                printPair(ofOwn.get(i), ofOther.get(i)); // at once: a run of many tables may be cut short
            }
        }
        out.printf(Locale.ROOT, LINE, "# Size", "this us", "other us", "ratio", "pairs");
        sizes.forEach(this::print);
        return sizes.values().stream()
                .mapToDouble(size -> size.ratios.median())
                .max()
                .orElse(Double.NaN);
    }

    private void printPair(TableRow own, TableRow other) {
        out.printf(
                Locale.ROOT,
                "# pair: %d B %.3f us (%s), other %.3f us (%s)%n",
                own.sizeBytes(),
                own.time().medianNs() / NS_PER_US,
                own.speed().word(),
                other.time().medianNs() / NS_PER_US,
                other.speed().word());
    }

    private void print(long sizeBytes, Size size) {
        out.printf(
                Locale.ROOT,
                LINE,
                sizeBytes,
                us(size.own),
                us(size.other),
                String.format(Locale.ROOT, "%.3f", size.ratios.median()),
                size.ratios.atOneSpeed().size() + "/" + size.ratios.all().size());
    }

    private static String us(List<Double> ns) {
        List<Double> sorted = ns.stream().sorted().toList();
        return String.format(Locale.ROOT, "%.3f", sorted.get(sorted.size() / 2) / NS_PER_US);
    }

    private List<TableRow> rows(List<String> launcher, List<String> table) throws InterruptedException {
        try (TemporaryFolder folder = ScratchFolder.inMemory()) {
            Path json = folder.path().resolve("rows.json");
            List<String> command = new ArrayList<>(launcher);
            command.add("bench");
            command.addAll(table);
            command.addAll(List.of("--peers", "none", "--json", json.toString()));
            int status = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (status != 0 || !Files.exists(json)) {
                throw new NoTableException(
                        "no table: bench " + String.join(" ", table) + " ended with status " + status,
                        launcher.equals(own));
            }
            return Report.readRows(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
