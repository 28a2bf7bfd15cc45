package org.sennit;

import org.sennit.message.SennitException;

/**
 * What happens when a call of a {@link Window} has failed: the handler is called, in the thread that made the call, and then the
 * exception is thrown, unless the handler throws another. (MPI 4.1, section 9.3.2)
 */
@FunctionalInterface
public interface WindowErrorHandler {
    /** Only throws. (MPI_ERRORS_RETURN, as Java has it) */
    WindowErrorHandler THROW = (window, error) -> {};

    /**
     * Handles an error; called once for each.
     *
     * @param window where it happened
     * @param error about to be thrown
     */
    void handle(Window window, SennitException error);
}
