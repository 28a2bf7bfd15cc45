package org.sennit.internal.endpoints.coll.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.algorithm.LineNeighborAllgather;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.datatype.ReductionOrder;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/**
 * The section of {@code sennit info --collectives}: the algorithm of each collective by size, with the reason, for a
 * number of JVMs and endpoints.
 */
public final class CollectiveInfo implements InfoSection {
    private static final int USUAL_ENDPOINTS = 2;
    private static final int MOST_RANKS = 1 << 20; // more would not fit a job, and would take memory here

    @Override
    public int order() {
        return 320;
    }

    @Override
    public String title() {
        return "Collectives";
    }

    @Override
    public String topic() {
        return "collectives";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        describe(options, -1, line);
    }

    @Override
    public void describe(Options options, long sizeBytes, BiConsumer<String, String> line) {
        int processes = options.value(JobOptions.PROCESSES);
        int endpoints = options.value(JobOptions.ENDPOINTS);
        endpoints = endpoints > 0 ? endpoints : USUAL_ENDPOINTS;
        if ((long) processes * endpoints > MOST_RANKS) {
            line.accept("error", "too many endpoints to look at: " + (long) processes * endpoints);
            return;
        }
        int each = endpoints;
        int[] processOf = new int[processes * endpoints];
        Arrays.setAll(processOf, rank -> rank / each);
        ProcessMap map = new ProcessMap(processOf, Runtime.getRuntime().availableProcessors());
        line.accept("placement", processes + " x " + endpoints + " (JVMs x endpoints; -n and -t ask for others)");
        line.accept("sizes", "bytes of a block where each rank has one, of all elements otherwise");
        line.accept(
                "order", "reductions combine in the order " + options.value(ReductionOrder.OPTION) + " (reduce.order)");
        for (CollectiveKind kind : CollectiveKind.values()) {
            if (!Selection.rowsOf(kind).isEmpty()) {
                describe(kind, options, map, sizeBytes, line);
            }
        }
    }

    private static void describe(
            CollectiveKind kind, Options options, ProcessMap map, long sizeBytes, BiConsumer<String, String> line) {
        String name = kind.call();
        for (Range range : ranges(kind, options, map)) {
            if (sizeBytes < 0 || range.from <= sizeBytes && sizeBytes <= range.to) {
                line.accept(name, range.row.algorithm().name() + range.text() + ": " + range.row.explain());
                name = "";
            }
        }
    }

    private record Range(Row row, long from, long to) {
        String text() {
            if (to == Row.ANY) {
                return from == 0 ? "" : " from " + from;
            }
            return from == 0 ? " to " + to : " from " + from + " to " + to;
        }
    }

    /** Looks at all sizes at which something could change. */
    private static List<Range> ranges(CollectiveKind kind, Options options, ProcessMap map) {
        Selection selection = new Selection(options);
        TreeSet<Long> starts = new TreeSet<>(List.of(
                0L, LineNeighborAllgather.MOST_BYTES + 1L, BufferRef.LINE_BYTES + 1L, BufferRef.PAGE_BYTES + 1L));
        for (Row row : Selection.rowsOf(kind)) {
            long most = row.upToBytes(options, map.processes());
            if (most < Row.ANY) {
                starts.add((isOfTotal(kind) ? most / map.size() : most) + 1);
            }
        }
        List<Range> ranges = new ArrayList<>();
        for (long start : starts) {
            Row row = selection.rowFor(call(kind, start, map.size()), map);
            Long next = starts.higher(start);
            long to = next == null ? Row.ANY : next - 1;
            Range last = ranges.isEmpty() ? null : ranges.getLast();
            if (last != null
                    && last.row.algorithm().name().equals(row.algorithm().name())) {
                ranges.set(ranges.size() - 1, new Range(row, last.from, to));
            } else {
                ranges.add(new Range(row, start, to));
            }
        }
        return ranges;
    }

    /** Returns whether the limits of a kind are of all blocks together, as {@link Selection#rowFor} takes them. */
    private static boolean isOfTotal(CollectiveKind kind) {
        return kind == CollectiveKind.REDUCE_SCATTER || kind == CollectiveKind.REDUCE_SCATTER_BLOCK;
    }

    private static CollectiveCall call(CollectiveKind kind, long bytes, int size) {
        CollectiveCall call = new CollectiveCall().set(kind, bytes);
        if (kind == CollectiveKind.ALLGATHERV || kind == CollectiveKind.REDUCE_SCATTER) {
            long[] equal = new long[size];
            Arrays.fill(equal, bytes);
            call.receiveBlocks = new BlockTable(new long[size], equal);
        }
        return call;
    }
}
