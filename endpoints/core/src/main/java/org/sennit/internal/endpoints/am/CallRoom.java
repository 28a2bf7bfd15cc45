package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;

/**
 * Memory that the data of a call goes to, for as long as the receiver of the call allows. By the connection that brings
 * the data.
 */
public interface CallRoom {
    /** Returns memory that any thread may write, of at least the length of the data. */
    MemorySegment memory();

    /**
     * Marks that the network is about to write some of the data, until {@link #endWrite}, which it calls before it does
     * anything else.
     *
     * @return false when the memory must not be written any more: the data is lost
     */
    default boolean beginWrite() {
        return true;
    }

    /** Ends what {@link #beginWrite} has allowed. */
    default void endWrite() {}
}
