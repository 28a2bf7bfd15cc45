package org.sennit.bench.ownership;

import java.util.List;
import java.util.OptionalLong;
import org.sennit.bench.report.TableRow;

/** Where ownership starts to pay. Stateless; any thread. */
final class Crossover {
    /** It pays where it saves at least a twentieth: less is noise. */
    private static final double PAYS = 0.95;

    private Crossover() {}

    /**
     * One size.
     *
     * @param size in any unit
     * @param ratio the time with ownership by the time without
     */
    record Point(long size, double ratio) {}

    /** Returns the smallest size from which on it is always faster than what stands beside it; empty without one. */
    static OptionalLong sizeBytes(List<TableRow> rows) {
        return size(rows.stream()
                .map(row -> new Point(row.sizeBytes(), row.ratioToBeside()))
                .toList());
    }

    /** Returns that size for points, the smallest size first. */
    static OptionalLong size(List<Point> points) {
        OptionalLong from = OptionalLong.empty();
        for (Point point : points) {
            if (!(point.ratio() <= PAYS)) {
                from = OptionalLong.empty();
            } else if (from.isEmpty()) {
                from = OptionalLong.of(point.size());
            }
        }
        return from;
    }

    /** Returns where that is, in words. */
    static String words(OptionalLong size, String unit) {
        return size.isPresent() ? "from " + size.getAsLong() + " " + unit + " on" : "at no size";
    }
}
