package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;

/** Publishes and compares the calls of the members, in checked mode. */
public interface Agreement {
    /**
     * Writes the description of this member's call.
     *
     * @param descriptions those of all ranks, one after the other
     */
    void describe(MemorySegment descriptions);

    /**
     * Compares the descriptions.
     *
     * @param descriptions those of all ranks, one after the other
     * @throws org.sennit.message.SennitException when they differ, the same on all members; the communicator remains
     *     usable
     */
    void check(MemorySegment descriptions);
}
