package org.sennit.active;

import org.sennit.message.SennitException;

/**
 * Receives errors that no call can throw: those that occur only at the target of an active message, and those of
 * handlers.
 */
@FunctionalInterface
public interface ActiveErrorHandler {
    /**
     * An active message could not be delivered as it was sent, or a handler has thrown. Its counters move all the same,
     * unless its origin has failed: then the data is not complete, no completion handler runs, and the target counter
     * does not move; a wait for it ends with the same error.
     *
     * @param source the rank of its origin
     * @param handler the number of its header handler
     * @param error what is wrong: ARG where no such handler is registered, TYPE where the target vector is of another
     *     kind, COUNT where its pieces differ, BUFFER where memory cannot be used, NO_MEM where it is confined to a
     *     thread and there is no memory for a copy (always from 2 GiB on), REQUEST where the origin has given
     *     the message up, PROC_FAILED where the origin's process has failed, OTHER with the cause where a handler has
     *     thrown. In checked mode also UNSUPPORTED where a header handler blocks, which is reported while it does;
     *     PENDING where a target vector has memory of a message that is not complete, and, at the origin, where header
     *     or data were changed before the origin counter moved: the message is delivered all the same. Must not block;
     *     what it throws goes to the thread's uncaught exception handler
     */
    void failed(int source, int handler, SennitException error);
}
