package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;

/** The header of a remote call, which writes itself to the packet. */
public interface CallHeader {
    /** Returns its length in bytes, at most {@value RemoteCalls#MAX_CALL_HEADER_BYTES}. */
    int bytes();

    /**
     * Writes it.
     *
     * @param offsetBytes where it begins in the memory
     */
    void write(MemorySegment memory, long offsetBytes);
}
