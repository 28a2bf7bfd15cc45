package org.sennit.bench.ownership;

import java.util.List;
import java.util.OptionalLong;
import org.sennit.bench.report.Row;

/** Where ownership starts to pay. Stateless; any thread. */
final class Crossover {
    /** It pays where it saves at least a twentieth: less is noise. */
    private static final double PAYS = 0.95;

    private Crossover() {}

    /** The smallest size from which on it is faster than what stands beside it, at every size; empty where there is none. */
    static OptionalLong sizeBytes(List<Row> rows) {
        OptionalLong from = OptionalLong.empty();
        for (Row row : rows) {
            if (!(row.ratioToBeside() <= PAYS)) {
                from = OptionalLong.empty();
            } else if (from.isEmpty()) {
                from = OptionalLong.of(row.sizeBytes());
            }
        }
        return from;
    }
}
