package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;

/** What a member says that it calls, and whether the others call the same; asked in checked mode. */
public interface Agreement {
    /**
     * Writes what this member calls into its place.
     *
     * @param descriptions those of all ranks, one after the other
     */
    void describe(MemorySegment descriptions);

    /**
     * Compares.
     *
     * @param descriptions those of all ranks, one after the other
     * @throws org.sennit.message.SennitException when they differ, the same on all members; the communicator can go on
     *     to be used
     */
    void check(MemorySegment descriptions);
}
