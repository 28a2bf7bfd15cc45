package org.sennit;

import java.util.Map;

/**
 * The name of a {@link Window}, its hints, the values attached to it, and its error handler. All of them belong to this
 * endpoint's handle; the calls are local. (MPI 4.1, sections 7.7.3, 7.8, 9.3.2, 12.2.1 and 12.2.7)
 */
public interface WindowAttributeCalls {
    /**
     * Returns the name for error texts. (MPI_Win_get_name)
     *
     * @return the name
     */
    String name();

    /**
     * Gives the window another name. (MPI_Win_set_name)
     *
     * @param name for error texts
     * @throws org.sennit.message.SennitException ARG without one; final
     */
    void setName(String name);

    /**
     * Returns the hints that are in force, given or not, by name. One that asks for no more than what always holds is
     * in force, too; its value here is what holds. (MPI_Win_get_info)
     *
     * <ul>
     *   <li>{@code no_locks}: after {@code true} a lock is an error;
     *   <li>{@code same_size}, {@code same_disp_unit}: with {@code true} members whose parts differ get an error when
     *   the window is made;
     *   <li>{@code accumulate_ordering}: always {@code rar,raw,war,waw}, also where fewer orders, or {@code none},
     *   are asked for;
     *   <li>{@code accumulate_ops}: always {@code same_op_no_op}; any operations on an element are atomic together;
     *   <li>{@code mpi_accumulate_granularity}: always {@code 0}; each element is atomic by itself, also where a number
     *   of bytes is asked for;
     *   <li>{@code alloc_shm}, of allocated windows: with {@code false} other processes access the memory by calls;
     *   <li>{@code alloc_shared_noncontig}, of shared windows: with {@code true} each part begins on a cache line of
     *   its own;
     *   <li>{@code mpi_minimum_memory_alignment}, of both, in bytes: a power of two, at least {@code 64}, of an
     *   allocated window at most 2<sup>21</sup>, of a shared one 4096; larger ones are ignored. It is that of this
     *   member's part of an allocated window. In a shared one the largest that a member gives is in force on all:
     *   for all parts with {@code alloc_shared_noncontig}, without it for the first part.
     * </ul>
     *
     * @return never empty
     */
    Map<String, String> info();

    /**
     * Returns the hints that were given and change nothing.
     *
     * @return by name
     */
    Map<String, String> ignoredInfo();

    /**
     * Changes hints; those that are not given stay. All members give the same. {@code no_locks} is for epochs that
     * begin later; what has an effect only while a window is made is ignored. (MPI_Win_set_info)
     *
     * @param info by name
     * @throws org.sennit.message.SennitException ARG without one; final
     */
    void setInfo(Map<String, String> info);

    /**
     * Attaches a value to this window; an earlier one of this key is deleted first. (MPI_Win_set_attr)
     *
     * @param <T> the type of the value
     * @param key under which it is found again
     * @param value the value, not null
     * @throws org.sennit.message.SennitException ARG without key or value, WIN after {@link Window#close}; final
     */
    <T> void setAttribute(WindowAttributeKey<T> key, T value);

    /**
     * Returns an attached value. (MPI_Win_get_attr)
     *
     * @param <T> the type of the value
     * @param key its key
     * @return the value, or null
     * @throws org.sennit.message.SennitException ARG when the key is null; final
     */
    <T> T attribute(WindowAttributeKey<T> key);

    /**
     * Removes an attached value; its key's delete callback is called. (MPI_Win_delete_attr)
     *
     * @param key its key; nothing happens when there is no value
     * @throws org.sennit.message.SennitException ARG when the key is null; final
     */
    void deleteAttribute(WindowAttributeKey<?> key);

    /**
     * Sets the error handler of this window. (MPI_Win_set_errhandler)
     *
     * @param handler the handler, or null for that of the communicator that the window was made of
     */
    void setErrorHandler(WindowErrorHandler handler);

    /**
     * Returns the error handler of this window. (MPI_Win_get_errhandler)
     *
     * @return its own handler; null for that of the communicator
     */
    WindowErrorHandler errorHandler();
}
