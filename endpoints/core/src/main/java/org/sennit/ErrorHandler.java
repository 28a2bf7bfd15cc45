package org.sennit;

import org.sennit.message.SennitException;

/**
 * What happens when an operation of a communicator has failed: the handler is called, in the thread that made the
 * call, and then the exception is thrown, unless the handler throws another. A communicator without a handler of its own
 * asks that of its endpoint; a new communicator takes over what its parent has. (MPI 4.1, section 9.3)
 */
@FunctionalInterface
public interface ErrorHandler {
    /** Only throws; the default. (MPI_ERRORS_RETURN, as Java has it) */
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
