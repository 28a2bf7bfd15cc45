package org.sennit.internal.endpoints.coll.select;

import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;

/**
 * A row of the table.
 *
 * @param kind the collective
 * @param fromProcesses the fewest processes for which it counts
 * @param upToBytes the largest size for which it counts, in bytes, as the call means it
 * @param algorithm what is used where its own restrictions allow it
 */
public record Row(CollectiveKind kind, int fromProcesses, long upToBytes, CollectiveAlgorithm algorithm) {
    /** As the largest size: there is none. */
    public static final long ANY = Long.MAX_VALUE;
}
