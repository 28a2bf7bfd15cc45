package org.sennit.active;

import java.lang.foreign.MemorySegment;

/**
 * An active message as its header handler sees it. Valid during the handler's call, in its thread.
 *
 * <p>Kept beyond that, the message throws REQUEST, or is the one for which a handler runs then. Memory of
 * {@link #header} or {@link #data} that is kept has the bytes of whatever the runtime has put there since. In checked
 * mode both return copies, up to 1 MiB, and reading one after the handler has returned throws
 * {@link IllegalStateException}, in another thread {@link WrongThreadException}.
 */
public interface ActiveMessage {
    /** The most data, in bytes, that is joined to be given to a header handler by {@link #data}. */
    int MOST_JOINED_BYTES = 1024;

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
     * Returns the data, if it is all here: in one process, and between processes if it has come in the first packet,
     * for which the eager limit of the network module is the most. Data of several pieces, or in several fragments of
     * the network, is here up to {@link #MOST_JOINED_BYTES}. A handler that has read all that it needs returns null,
     * which drops the data, and completes the message.
     *
     * @return all pieces in order, not to be written, of any alignment, to be read during the handler's call; empty
     *     without data; null where data follows, which the handler must be ready for
     */
    MemorySegment data();

    /**
     * Sets the handler that runs when all data is in the target vector. The target counter and the origin's completion
     * counter move after it has returned.
     *
     * @param handler runs once, on a virtual thread of its own; null for none
     * @param parameter what it is given, or null
     */
    void onCompletion(CompletionHandler handler, Object parameter);

    /**
     * As {@link #onCompletion}, but the handler runs inline, on the thread that has moved the last of the data, at
     * once. The rules of header handlers hold for it: it is short, must not block, communicate or wait, and runs while
     * no header handler of the endpoint does, nor another inline one. In return no thread is started for it, and the
     * origin is notified of data and completion together.
     *
     * @param handler runs once; null for none
     * @param parameter what it is given, or null
     */
    void onCompletionInline(CompletionHandler handler, Object parameter);

    /**
     * Sets what runs in place of the completion handler where the data is lost although the origin lives: the origin
     * has given the message up, or cannot read its data any more. The error handler has been notified then, a part of
     * the target vector may have been written, and the counters move. Not called when the origin has failed.
     *
     * @param handler runs once, on a virtual thread of its own; null for none
     * @param parameter what it is given, or null
     */
    void onLoss(CompletionHandler handler, Object parameter);
}
