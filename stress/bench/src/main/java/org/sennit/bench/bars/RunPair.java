package org.sennit.bench.bars;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.sennit.bench.program.Plan;
import org.sennit.bench.report.TableRow;
import org.sennit.bench.run.TableRun;

/**
 * Two runs of one table that differ in one thing, one directly after the other and again, and the ratio of
 * their times at each size: the median of those in which both were at one speed of the machine, of all where
 * there is no such. One thread.
 */
final class RunPair {
    private static final int TRIES = 3;
    private static final int ENOUGH = 2;
    private static final double NS_PER_US = 1e3;

    private final String name;
    private final PrintStream out;
    private final Consumer<String> trouble;

    /** One of the two: what is run where. */
    record Side(Plan plan, int processes, int endpointsPerProcess) {}

    RunPair(String name, PrintStream out, Consumer<String> trouble) {
        this.name = name;
        this.out = out;
        this.trouble = trouble;
    }

    /** Returns the largest of the ratios, first by second, over the sizes of the plans; NaN where none was measured. */
    double worst(Side first, Side second) {
        Map<Long, Ratios> ratios = new TreeMap<>();
        first.plan().sizesBytes().forEach(size -> ratios.put(size, new Ratios()));
        for (int attempt = 0; attempt < TRIES && isOpen(ratios); attempt++) {
            List<TableRow> ofFirst = rows(first);
            List<TableRow> ofSecond = rows(second);
            for (int i = 0; i < Math.min(ofFirst.size(), ofSecond.size()); i++) {
                compare(
                        ofFirst.get(i),
                        ofSecond.get(i),
                        ratios.get(ofFirst.get(i).sizeBytes()));
            }
        }
        return ratios.values().stream()
                .filter(each -> !each.all().isEmpty())
                .mapToDouble(Ratios::median)
                .max()
                .orElse(Double.NaN);
    }

    private static boolean isOpen(Map<Long, Ratios> ratios) {
        return ratios.values().stream().anyMatch(each -> each.atOneSpeed().size() < ENOUGH);
    }

    private void compare(TableRow first, TableRow second, Ratios ratios) {
        double ratio = first.time().medianNs() / second.time().medianNs();
        out.printf(
                Locale.ROOT,
                "# %s: %d B: %.2f us (%s), %.2f us (%s), ratio %.2f%n",
                name,
                first.sizeBytes(),
                first.time().medianNs() / NS_PER_US,
                first.speed().word(),
                second.time().medianNs() / NS_PER_US,
                second.speed().word(),
                ratio);
        ratios.add(first, second);
    }

    private List<TableRow> rows(Side side) {
        return new TableRun(side.plan(), side.processes(), side.endpointsPerProcess(), List.of(), out, trouble)
                .bound(true)
                .runApart()
                .rows();
    }
}
