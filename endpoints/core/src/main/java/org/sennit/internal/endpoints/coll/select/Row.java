package org.sennit.internal.endpoints.coll.select;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;

/**
 * A row of the table.
 *
 * @param fromProcesses the fewest processes for which the row applies; null: any number
 * @param upTo the largest size for which the row applies, in bytes, as the call counts them; null: any size
 * @param algorithm the algorithm, used where its own restrictions allow it
 */
record Row(CollectiveKind kind, Option<Integer> fromProcesses, Option<Long> upTo, CollectiveAlgorithm algorithm) {
    /** The largest size of a row without an upper limit. */
    static final long ANY = Long.MAX_VALUE;

    Row(CollectiveKind kind, CollectiveAlgorithm algorithm) {
        this(kind, null, null, algorithm);
    }

    Row(CollectiveKind kind, Option<Long> upTo, CollectiveAlgorithm algorithm) {
        this(kind, null, upTo, algorithm);
    }

    /** Returns the largest size for which it applies over a number of processes, in bytes. */
    long upToBytes(Options options, int processes) {
        return upTo == null ? ANY : options.value(upTo) / algorithm.weight(processes);
    }

    /** Returns whether the row applies to a call of a size over a number of processes. */
    boolean applies(Options options, int processes, long bytes) {
        return (fromProcesses == null || processes >= options.value(fromProcesses))
                && bytes <= upToBytes(options, processes);
    }

    /** Returns its algorithm's explanation, and the options that move its limits. */
    String explain() {
        String limits = Stream.of(fromProcesses, upTo)
                .filter(Objects::nonNull)
                .map(Option::name)
                .collect(Collectors.joining(", "));
        return limits.isEmpty() ? algorithm.explain() : algorithm.explain() + " (" + limits + ")";
    }
}
