package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;
import org.sennit.message.SennitException;

/**
 * Receives the answer to a remote call: exactly one call of {@link #answered}, {@link #failed} or {@link #unsent}. None
 * may block.
 */
public interface RemoteAnswer {
    /**
     * Returns memory for the data of the answer.
     *
     * @param bytes how many
     * @return memory that any thread may write, of at least that length from {@link #roomOffset} on; null to drop
     *     the data
     */
    default MemorySegment room(long bytes) {
        return null;
    }

    /** Returns where the data begins in the memory that {@link #room} has returned, in bytes; called after it. */
    default long roomOffset() {
        return 0;
    }

    /**
     * Called when the call has been executed, and all data of its answer is in place. In an upcall.
     *
     * @param result the number that the target has answered with
     */
    void answered(long result);

    /**
     * Called when the call has failed, or its outcome is not known: the peer is lost, or its handler has thrown.
     *
     * @param error PROC_FAILED with the cause, or what the handler has thrown as OTHER
     */
    void failed(SennitException error);

    /**
     * Called in the place of {@link #failed} when the call has not been sent, or not to its end, though the target
     * lives and goes on without it: its data cannot be read any more, or this process has no memory for what sending
     * takes. May send another one; must not block, and does best to make no objects.
     *
     * @param cause what has been thrown
     */
    default void unsent(Throwable cause) {
        failed(UnsentCallError.of("operation=one-sided", cause));
    }
}
