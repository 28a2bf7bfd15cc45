package org.sennit;

import org.sennit.message.SennitException;

/**
 * Called when a call of a {@link Window} has failed, in the thread that made the call; then the exception is thrown,
 * unless the handler throws another one. (MPI 4.1, section 9.3.2)
 */
@FunctionalInterface
public interface WindowErrorHandler {
    /** Lets the exception reach the caller. (MPI_ERRORS_RETURN) */
    WindowErrorHandler THROW = (window, error) -> {};

    /**
     * Handles an error; called once for each.
     *
     * @param window where it happened
     * @param error about to be thrown
     */
    void handle(Window window, SennitException error);
}
