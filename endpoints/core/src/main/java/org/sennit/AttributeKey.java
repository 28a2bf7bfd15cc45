package org.sennit;

import org.sennit.internal.runtime.error.Given;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The key of values attached to communicators, with the actions for when a communicator is duplicated or closed. Keys
 * are compared by identity; one may be used by all endpoints of a JVM. (MPI 4.1, section 7.7)
 *
 * @param <T> the type of the values
 */
public final class AttributeKey<T> {
    private final Copy<T> copy;
    private final Delete<T> delete;

    private AttributeKey(Copy<T> copy, Delete<T> delete) {
        this.copy = copy;
        this.delete = delete;
    }

    /**
     * Decides what a duplicate of a communicator gets.
     *
     * @param <T> the type of the value
     */
    @FunctionalInterface
    public interface Copy<T> {
        /**
         * Called when a communicator is duplicated; not when it is split, or one is made of a group.
         *
         * @param from the communicator on which the value hangs
         * @param value the value
         * @return what the duplicate gets; null for nothing
         */
        T copy(Communicator from, T value);
    }

    /**
     * Handles the end of a value.
     *
     * @param <T> the type of the value
     */
    @FunctionalInterface
    public interface Delete<T> {
        /**
         * Called when the value is deleted or replaced, or its communicator closed.
         *
         * @param from the communicator on which the value hung
         * @param value the value
         */
        void delete(Communicator from, T value);
    }

    /**
     * Makes a key whose values are not copied. (MPI_COMM_NULL_COPY_FN)
     *
     * @param <T> the type of the values
     * @return a new key
     */
    public static <T> AttributeKey<T> notCopied() {
        return new AttributeKey<>((from, value) -> null, (from, value) -> {});
    }

    /**
     * Makes a key whose values are copied to duplicates. (MPI_COMM_DUP_FN)
     *
     * @param <T> the type of the values
     * @return a new key
     */
    public static <T> AttributeKey<T> copied() {
        return new AttributeKey<>((from, value) -> value, (from, value) -> {});
    }

    /**
     * Returns a key with actions of its own. (MPI_Comm_create_keyval)
     *
     * @param <T> the type of the values
     * @param copy what duplicates get
     * @param delete called when a value is deleted
     * @return a new key
     * @throws SennitException ARG when an action is missing; final
     */
    public static <T> AttributeKey<T> of(Copy<T> copy, Delete<T> delete) {
        return new AttributeKey<>(
                Given.given(copy, ErrorClass.ARG, "copy action", "AttributeKey.of"),
                Given.given(delete, ErrorClass.ARG, "delete action", "AttributeKey.of"));
    }

    /**
     * Returns the callback of a duplication.
     *
     * @return as given
     */
    public Copy<T> copying() {
        return copy;
    }

    /**
     * Returns the callback of a deletion.
     *
     * @return as given
     */
    public Delete<T> deletion() {
        return delete;
    }
}
