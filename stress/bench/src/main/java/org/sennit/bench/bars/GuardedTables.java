package org.sennit.bench.bars;

import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of which no figure may get slower from one build to the next: those in which Sennit is ahead of its peers,
 * or near its floor. Stateless.
 */
public final class GuardedTables {
    private static final List<String> ALL = List.of(
            "latency --sizes 8,64,1k,8k,64k,1m",
            "latency --fresh --sizes 64k,1m",
            "latency -n 2 --net mapped --sizes 8,1k,64k,1m",
            "latency -n 2 --net mapped --memory shared --sizes 64k,1m",
            "latency -n 2 --net tcp --sizes 8,64k,1m",
            "latency -n 2 --net unix --sizes 8",
            "rate --sizes 8",
            "rate -n 2 --net mapped --sizes 8",
            "rate -n 2 --net tcp --sizes 8",
            "bandwidth -n 2 --net tcp --sizes 1m",
            "barrier",
            "barrier -t 8",
            "allreduce --sizes 8,1k,1m",
            "allreduce -t 8 --sizes 8,1m",
            "broadcast --sizes 8,1k,64k,1m",
            "broadcast --root 0 --sizes 8",
            "reduce --sizes 8,1k,64k",
            "allgather --sizes 8,1k,64k,1m",
            "alltoall --sizes 8,64k,1m",
            "persistent --sizes 8,64k",
            "persistent -n 2 --net mapped --sizes 8,64k",
            "give --sizes 8,2m",
            "give -n 2 --net mapped --sizes 8,2m",
            "put --sizes 8,1m",
            "get --sizes 8,1m",
            "fetch-and-op",
            "amsend --sizes 0,1k",
            "amsend -n 2 --net mapped --sizes 0,1k");

    private GuardedTables() {}

    /**
     * Selects tables.
     *
     * @param text part of their line; empty: all
     * @return the lines behind {@code sennit bench}, in their order
     */
    public static List<String> matching(String text) {
        return ALL.stream().filter(table -> table.contains(text)).toList();
    }

    /**
     * Splits a line into arguments.
     *
     * @param table one of {@link #matching}
     * @return what stands behind {@code sennit bench}
     */
    public static List<String> arguments(String table) {
        return Stream.of(table.split(" ")).toList();
    }
}
