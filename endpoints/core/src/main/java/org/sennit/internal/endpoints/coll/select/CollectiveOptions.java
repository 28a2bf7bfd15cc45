package org.sennit.internal.endpoints.coll.select;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** The cut-offs between collective algorithms. The same in all JVMs of a job, which is checked at its start. */
public final class CollectiveOptions implements OptionProvider {
    /** Least number of JVMs for which a logarithmic number of messages at one JVM counts more than bytes sent again. */
    static final Option<Integer> MANY_JVMS = Option.ofInt(
            "collectives.many.jvms",
            9,
            2,
            Integer.MAX_VALUE,
            "JVMs",
            "fewest JVMs for trees in gather and scatter and for log2 steps elsewhere; the same in all JVMs");

    /** Gather and scatter by a binomial tree. */
    static final Option<Long> GATHER_TREE = cutOff(
            "collectives.gather.tree.max",
            1 << 10,
            "longest block of a gather or scatter that goes by a tree of many JVMs");

    /** Gather and scatter by one message of each JVM. */
    static final Option<Long> GATHER_LEADER = cutOff(
            "collectives.gather.leader.max",
            4 << 10,
            "longest block of a gather or scatter that is packed with the others of its JVM");

    /** Bruck's allgather. */
    static final Option<Long> ALLGATHER_BRUCK = cutOff(
            "collectives.allgather.bruck.max", 1 << 10, "longest block of an allgather of many JVMs in log2 steps");

    /** Reductions whose partial results go to all leaders. */
    static final Option<Long> REDUCE_STEPS = cutOff(
            "collectives.reduce.log2.max",
            1 << 10,
            "longest operand of a reduction or scan of many JVMs in log2 steps; longer ones whole or in stripes");

    /** Reductions between few processes whose partial results go whole to all leaders. */
    static final Option<Long> REDUCE_WHOLE = cutOff(
            "collectives.reduce.whole.max",
            1 << 20,
            "longest operand of a reduction of two JVMs that goes whole from each to each, of n JVMs the (n - 1)^3th"
                    + " part of that; with several endpoints in a JVM at most 64 KiB; longer ones in stripes");

    /** Allgather in one step. */
    static final Option<Long> ALLGATHER_LINEAR = cutOff(
            "collectives.allgather.linear.max",
            32 << 10,
            "longest block of an allgather that each JVM sends to each; longer ones go round a ring");

    /** Alltoall by one message for each pair of JVMs. */
    static final Option<Long> ALLTOALL_LEADER = cutOff(
            "collectives.alltoall.leader.max",
            1 << 10,
            "longest block of an alltoall that is packed with the others for its JVM");

    private static Option<Long> cutOff(String name, long defaultBytes, String description) {
        return Option.ofLong(name, defaultBytes, 0, Row.ANY, "bytes", description + "; the same in all JVMs");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(
                MANY_JVMS,
                GATHER_TREE,
                GATHER_LEADER,
                ALLGATHER_BRUCK,
                REDUCE_STEPS,
                REDUCE_WHOLE,
                ALLGATHER_LINEAR,
                ALLTOALL_LEADER);
    }
}
