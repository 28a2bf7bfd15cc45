package org.sennit;

import org.sennit.internal.runtime.error.Given;
import org.sennit.message.ErrorClass;

/**
 * The key of values attached to windows, with the action for when a window is closed. A window cannot be duplicated, so
 * values are never copied. Keys are compared by identity; one may be used by all endpoints of a JVM. (MPI 4.1, section
 * 7.7.3)
 *
 * @param <T> the type of the values
 */
public final class WindowAttributeKey<T> {
    private final Delete<T> delete;

    private WindowAttributeKey(Delete<T> delete) {
        this.delete = delete;
    }

    /**
     * Handles the end of a value.
     *
     * @param <T> the type of the value
     */
    @FunctionalInterface
    public interface Delete<T> {
        /**
         * Called when the value is deleted or replaced, or its window closed, before other members are waited for.
         *
         * @param from the window on which the value hung
         * @param value the value
         */
        void delete(Window from, T value);
    }

    /**
     * Returns a key without an action. (MPI_WIN_NULL_DELETE_FN)
     *
     * @param <T> the type of the values
     * @return a new key
     */
    public static <T> WindowAttributeKey<T> plain() {
        return new WindowAttributeKey<>((from, value) -> {});
    }

    /**
     * Returns a key with an action of its own. (MPI_Win_create_keyval)
     *
     * @param <T> the type of the values
     * @param delete called when a value is deleted
     * @return a new key
     * @throws org.sennit.message.SennitException ARG when the action is null; final
     */
    public static <T> WindowAttributeKey<T> of(Delete<T> delete) {
        return new WindowAttributeKey<>(Given.given(delete, ErrorClass.ARG, "action", "WindowAttributeKey.of"));
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
