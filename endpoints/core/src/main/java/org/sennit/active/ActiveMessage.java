package org.sennit.active;

import java.lang.foreign.MemorySegment;

/** An active message as its header handler sees it. Valid during the handler's call. */
public interface ActiveMessage {
    /**
     * Returns the rank of its origin in the communicator.
     *
     * @return the rank
     */
    int source();

    /**
     * Returns the number under which the handler is registered.
     *
     * @return the number that the origin has named
     */
    int handler();

    /**
     * Returns the user's header.
     *
     * @return its bytes, not to be written, of any alignment; empty without a header
     */
    MemorySegment header();

    /**
     * Returns the length of the data.
     *
     * @return bytes of all pieces
     */
    long lengthBytes();

    /**
     * Returns the kind of the origin vector, which the target vector must share.
     *
     * @return the kind
     */
    VectorKind kind();

    /**
     * Returns the number of pieces, or of blocks, of the origin vector.
     *
     * @return 0 and up
     */
    int pieces();

    /**
     * Returns the length of a piece of the origin vector.
     *
     * @param piece 0 to {@link #pieces} − 1
     * @return bytes
     */
    long pieceBytes(int piece);

    /**
     * Sets the handler that runs when all data is in the target vector. The target counter and the origin's completion counter move after
     * it has returned.
     *
     * @param handler runs once; null for none
     * @param parameter what it is given, or null
     */
    void onCompletion(CompletionHandler handler, Object parameter);
}
