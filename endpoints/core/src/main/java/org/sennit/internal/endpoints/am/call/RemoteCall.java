package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;

/**
 * A remote call as its handler sees it. When its handler has returned and it has been answered it may be another one.
 */
public interface RemoteCall {
    /** Data of an answer up to this length, in bytes, is copied while it is answered. */
    int COPIED_BYTES = 1024;

    /** Returns the process of the origin. */
    int sourceProcess();

    /** Returns the id in this process of the endpoint that the call names; the endpoint may have gone. */
    int endpoint();

    /** Returns a copy of the caller's header, aligned to eight bytes, which lasts until the call has been answered. */
    MemorySegment header();

    /** Returns the length of the data, in bytes. */
    long dataBytes();

    /**
     * Returns memory of the call for the data of its answer, the same at each time.
     *
     * @param bytes its length
     * @return memory of exactly that length, aligned to eight bytes, with any content; it lasts until the network has
     *     the answer
     */
    default MemorySegment results(long bytes) {
        return MemorySegment.ofArray(new long[Math.toIntExact(bytes + Long.BYTES - 1 >> 3)])
                .asSlice(0, bytes);
    }

    /**
     * Answers without data; once, by any thread.
     *
     * @param result any number
     */
    default void answer(long result) {
        answer(result, MemorySegment.NULL, result);
    }

    /**
     * Answers; once, by any thread, also in an upcall. Does not block.
     *
     * @param result any number
     * @param data memory that any thread may read, of at most {@code RemoteCalls.MAX_PAYLOAD_BYTES}. Up to {@link
     *     #COPIED_BYTES} is copied during the call; longer data may be changed at the risk of the reader. Where its
     *     arena is closed before the network has read it, the origin gets {@code ifLost} in its place
     * @param ifLost any number
     */
    void answer(long result, MemorySegment data, long ifLost);
}
