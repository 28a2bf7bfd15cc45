package org.sennit;

import java.util.Map;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.ownership.Taker;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * What a {@link Communicator} is called, what the user has promised of it, what hangs on it, who hears of its errors, and
 * its end. All of it is the own endpoint's only. (MPI 4.1, sections 7.7, 7.8, 7.4.4 and 9.3)
 */
public abstract class PropertyCalls extends MembershipCalls implements AutoCloseable {
    private final Attributes attributes = new Attributes();
    private ErrorHandler errorHandler; // null: the endpoint's

    /** Made by its communicator only. */
    PropertyCalls(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context);
        this.errorHandler = errorHandler;
        context.reportErrorsTo(this::report);
    }

    private SennitException report(SennitException error) {
        errorHandler().handle(self(), error);
        return error;
    }

    final Attributes attributes() {
        return attributes;
    }

    final ErrorHandler ownErrorHandler() {
        return errorHandler;
    }

    /**
     * The name, as in error texts. (MPI_Comm_get_name)
     *
     * @return such as {@code world}
     */
    public final String name() {
        return context().name();
    }

    /**
     * Gives this endpoint's handle another name. (MPI_Comm_set_name)
     *
     * @param name for error texts
     */
    public final void setName(String name) {
        given(ErrorClass.ARG, "setName", "name", name);
        context().rename(name);
    }

    /**
     * Gives and takes on this communicator, for a pool of memory whose ownership is passed (the module opi).
     *
     * @param taker has memory for messages that come as bytes
     * @param windowBytes how much may be under way to one endpoint before a give waits, in bytes; one buffer always may
     * @param isCollective whether the buffers are those of collectives, which nothing of the user's can match
     * @return the operations, which belong to the thread that drives the endpoint
     */
    public final OwnershipMessages passing(Taker taker, long windowBytes, boolean isCollective) {
        return new OwnershipMessages(context(), taker, windowBytes, isCollective);
    }

    /**
     * The hints that are kept to, by name: {@code mpi_assert_no_any_source} and {@code mpi_assert_no_any_tag}, each
     * {@code true} or {@code false}; after {@code true} a wildcard is an error. (MPI_Comm_get_info)
     *
     * @return those that were given and are honoured
     */
    public final Map<String, String> info() {
        return context().hints().honoured();
    }

    /**
     * The hints that were given and change nothing.
     *
     * @return by name
     */
    public final Map<String, String> ignoredInfo() {
        return context().hints().ignored();
    }

    /**
     * Replaces the hints of this communicator; all members give the same. Local; for receives that are posted later.
     * (MPI_Comm_set_info)
     *
     * @param info by name
     */
    public final void setInfo(Map<String, String> info) {
        context().useHints(hints("setInfo", info));
    }

    /** What the user has given as hints. */
    final Hints hints(String operation, Map<String, String> info) {
        given(ErrorClass.ARG, operation, "hints", info);
        info.forEach((name, value) -> {
            given(ErrorClass.ARG, operation, "name of a hint", name);
            given(ErrorClass.ARG, operation, "value of the hint " + name, value);
        });
        return new Hints(info);
    }

    /**
     * Hangs a value on this communicator; one that hung there under this key is deleted first. (MPI_Comm_set_attr)
     *
     * @param <T> the type of the value
     * @param key under which it is found again
     * @param value the value, not null
     */
    public final <T> void setAttribute(AttributeKey<T> key, T value) {
        given(ErrorClass.ARG, "setAttribute", "key", key);
        given(ErrorClass.ARG, "setAttribute", "value", value);
        context().checkOpen("setAttribute");
        attributes.set(self(), key, value);
    }

    /**
     * What hangs on this communicator. (MPI_Comm_get_attr)
     *
     * @param <T> the type of the value
     * @param key its key
     * @return the value, or null
     */
    public final <T> T attribute(AttributeKey<T> key) {
        given(ErrorClass.ARG, "attribute", "key", key);
        return attributes.get(key);
    }

    /**
     * Takes away what hangs on this communicator; its key's deletion is told. (MPI_Comm_delete_attr)
     *
     * @param key its key; nothing happens when there is no value
     */
    public final void deleteAttribute(AttributeKey<?> key) {
        given(ErrorClass.ARG, "deleteAttribute", "key", key);
        attributes.delete(self(), key);
    }

    /**
     * Sets the error handler of this communicator, as this endpoint has it; communicators made from here later take it
     * over. (MPI_Comm_set_errhandler)
     *
     * @param handler the handler, or null for the endpoint's
     */
    public final void setErrorHandler(ErrorHandler handler) {
        errorHandler = handler;
    }

    /**
     * Who hears of the errors of this communicator. (MPI_Comm_get_errhandler)
     *
     * @return its own handler, or the endpoint's
     */
    public final ErrorHandler errorHandler() {
        return errorHandler == null ? endpoint().errorHandler() : errorHandler;
    }

    /**
     * Ends the job, also one that goes on when somebody fails: all calls of all endpoints end with an error that names this
     * one. Returns; what follows fails.
     * (MPI_Abort)
     *
     * @param cause why; null where there is nothing to say
     */
    public final void abort(Throwable cause) {
        abort(1, cause);
    }

    /**
     * Ends the job with a status, also one that goes on when somebody fails: all calls of all endpoints end with an error that names
     * this one. Under a launcher all processes end, and the launcher's exit status is this one; without a launcher the program
     * decides how its JVM ends. Returns; what follows fails. (MPI_Abort)
     *
     * @param status the exit status of the job, 1 to 255; any other counts as 1. Of several calls the first one counts
     * @param cause why; null where there is nothing to say
     */
    public final void abort(int status, Throwable cause) {
        Throwable why =
                cause == null ? new SennitException(ErrorClass.OTHER, "no cause given: operation=abort") : cause;
        context().job().abort("rank " + rank() + " of " + name(), status, why);
    }

    /**
     * Whether this endpoint has closed it.
     *
     * @return true after {@link #close}
     */
    public final boolean isClosed() {
        return context().isClosed();
    }

    /**
     * Ends the use of this communicator by this endpoint; later calls throw COMM. Local: nobody is waited for, and members
     * may close in any order. What is under way goes on and is waited for as before; messages that no receive waits for are
     * dropped, also those that come later, and their senders go on as if they had been received. Attributes are deleted, the latest first. An endpoint that a communicator has made ends with its last one.
     * A second call does nothing. (MPI_Comm_free)
     */
    @Override
    public final void close() {
        if (context().isClosed()) {
            return;
        }
        try {
            attributes.deleteAll(self());
        } finally {
            context().close();
        }
    }
}
