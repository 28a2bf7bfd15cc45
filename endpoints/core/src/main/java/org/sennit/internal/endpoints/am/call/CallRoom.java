package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory that the data of a call goes to, for as long as the receiver of the call allows. Set by the handler of the
 * call, used by the connection that brings the data.
 */
public final class CallRoom {
    /** Decides whether the memory may be written. Any thread. */
    public interface Guard {
        /**
         * Marks that some of the data is about to be written, until {@link #endWrite}.
         *
         * @return false when the memory must not be written any more: the data is lost
         */
        boolean beginWrite();

        /** Ends what {@link #beginWrite} has allowed. */
        void endWrite();
    }

    private MemorySegment memory;
    private long offsetBytes;
    private Guard guard;

    /**
     * Says where the data goes.
     *
     * @param given memory that any thread may write
     * @param at where the data begins in it, in bytes
     * @param asked decides whether it may be written; null: always
     */
    public void set(MemorySegment given, long at, Guard asked) {
        memory = given;
        offsetBytes = at;
        guard = asked;
    }

    /** Lets go of the memory. */
    void clear() {
        set(null, 0, null);
    }

    MemorySegment memory() {
        return memory;
    }

    /** Returns where the data begins; throws when the memory is too short for it. */
    long offsetBytes(long bytes) {
        return Objects.checkFromIndexSize(offsetBytes, bytes, memory.byteSize());
    }

    /**
     * Marks that the network is about to write some of the data, until {@link #endWrite}, which it calls before it does
     * anything else.
     *
     * @return false when the memory must not be written any more: the data is lost
     */
    public boolean beginWrite() {
        return guard == null || guard.beginWrite();
    }

    /** Ends what {@link #beginWrite} has allowed. */
    public void endWrite() {
        if (guard != null) {
            guard.endWrite();
        }
    }
}
