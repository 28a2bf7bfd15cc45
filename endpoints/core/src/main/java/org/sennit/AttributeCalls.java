package org.sennit;

import java.util.Map;

/**
 * The name of a {@link Communicator}, its hints, the values attached to it, and its error handler. All of them belong
 * to this endpoint's handle; the calls are local. (MPI 4.1, sections 7.4.4, 7.7, 7.8 and 9.3)
 */
public interface AttributeCalls {
    /**
     * Returns the name, as in error texts. (MPI_Comm_get_name)
     *
     * @return such as {@code world}
     */
    String name();

    /**
     * Gives this endpoint's handle another name. (MPI_Comm_set_name)
     *
     * @param name for error texts
     * @throws org.sennit.message.SennitException ARG when it is null; final
     */
    void setName(String name);

    /**
     * Returns the hints that are honored, by name: {@code mpi_assert_no_any_source} and {@code mpi_assert_no_any_tag},
     * each {@code true} or {@code false}; after {@code true} a wildcard is an error. (MPI_Comm_get_info)
     *
     * @return the given hints that are honored
     */
    Map<String, String> info();

    /**
     * Returns the hints that were given and change nothing.
     *
     * @return by name
     */
    Map<String, String> ignoredInfo();

    /**
     * Replaces the hints of this communicator; all members give the same. Local; for receives that are posted later.
     * (MPI_Comm_set_info)
     *
     * @param info by name
     * @throws org.sennit.message.SennitException ARG when it, a name or a value is null; final
     */
    void setInfo(Map<String, String> info);

    /**
     * Attaches a value to this communicator; an earlier one of this key is deleted first. (MPI_Comm_set_attr)
     *
     * @param <T> the type of the value
     * @param key under which it is found again
     * @param value the value, not null
     * @throws org.sennit.message.SennitException ARG when key or value is null, COMM after
     *     {@link Communicator#close}; final
     */
    <T> void setAttribute(AttributeKey<T> key, T value);

    /**
     * Returns an attached value. (MPI_Comm_get_attr)
     *
     * @param <T> the type of the value
     * @param key its key
     * @return the value, or null
     * @throws org.sennit.message.SennitException ARG when the key is null; final
     */
    <T> T attribute(AttributeKey<T> key);

    /**
     * Removes an attached value; its key's delete callback is called. (MPI_Comm_delete_attr)
     *
     * @param key its key; nothing happens when there is no value
     * @throws org.sennit.message.SennitException ARG when the key is null; final
     */
    void deleteAttribute(AttributeKey<?> key);

    /**
     * Sets the error handler of this communicator, as this endpoint has it; communicators made from this one later
     * inherit it. (MPI_Comm_set_errhandler)
     *
     * @param handler the handler, or null for the endpoint's
     */
    void setErrorHandler(ErrorHandler handler);

    /**
     * Returns the error handler of this communicator. (MPI_Comm_get_errhandler)
     *
     * @return its own handler, or the endpoint's
     */
    ErrorHandler errorHandler();
}
