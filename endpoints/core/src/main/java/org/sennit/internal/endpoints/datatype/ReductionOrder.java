package org.sennit.internal.endpoints.datatype;

import java.util.Locale;
import org.sennit.config.Option;

/** The order in which the operands of a reduction are combined. */
public enum ReductionOrder {
    /** By one tree over the ranks, so that the bits do not depend on how the ranks are spread over JVMs. */
    CANONICAL,
    /**
     * Each JVM its own ranks first, where the operation is commutative: fewer messages where the ranks of a JVM do not
     * follow each other or are no power of two, the same bits on every rank and in every run, but not for every spread.
     */
    PROCESS;

    /** Chooses the order. */
    public static final Option<String> OPTION = Option.ofChoice(
            "reduce.order",
            "canonical",
            "order in which reductions combine operands: canonical gives the same bits for every distribution over"
                    + " JVMs; process combines the ranks of each JVM first, for commutative operations",
            "canonical",
            "process");

    /**
     * Returns the order of a name.
     *
     * @param name a value of the option
     */
    public static ReductionOrder of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
