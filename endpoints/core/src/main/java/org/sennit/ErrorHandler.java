package org.sennit;

import org.sennit.message.SennitException;

/**
 * Called when an operation of a communicator has failed, in the thread that made the call; then the exception is
 * thrown, unless the handler throws another one. A communicator without a handler uses that of its endpoint; a new
 * communicator inherits its parent's. (MPI 4.1, section 9.3)
 */
@FunctionalInterface
public interface ErrorHandler {
    /** Lets the exception reach the caller; the default. (MPI_ERRORS_RETURN) */
    ErrorHandler THROW = (communicator, error) -> {};

    /** Ends the job, even where the program would catch the exception. (MPI_ERRORS_ARE_FATAL) */
    ErrorHandler ABORT = (communicator, error) -> communicator.abort(error);

    /**
     * Handles an error; called once for each.
     *
     * @param communicator where it happened
     * @param error about to be thrown
     */
    void handle(Communicator communicator, SennitException error);
}
