package org.sennit.internal.endpoints.handle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The attributes of one communicator or window, as one endpoint has them. Belongs to the thread that drives the
 * endpoint.
 */
final class Attributes {
    private final Map<Object, Attached> values = new LinkedHashMap<>(); // by key, in the order of setting

    /** A value, and what is called when it is deleted. */
    private record Attached(Object value, Runnable deletion) {}

    /**
     * Attaches a value.
     *
     * @param key found again by identity
     * @param deletion called with the value when it is deleted
     */
    <T> void set(Object key, T value, Consumer<T> deletion) {
        Objects.requireNonNull(value, "value");
        delete(key);
        values.put(key, new Attached(value, () -> deletion.accept(value)));
    }

    /**
     * Runs an action of a key.
     *
     * @param where the rank, and the communicator or window
     * @throws SennitException OTHER for what the action throws; final
     */
    static <R> R run(String name, Supplier<String> where, Supplier<R> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            throw new SennitException(
                    ErrorClass.OTHER,
                    "the " + name + " action of an attribute has failed: " + where.get() + " cause=" + e,
                    e);
        }
    }

    /** Returns the value of a key; null for none. */
    Object get(Object key) {
        Attached attached = values.get(key);
        return attached == null ? null : attached.value;
    }

    /** Returns the keys of all values, in the order of setting; the caller's. */
    List<Object> keys() {
        return new ArrayList<>(values.keySet());
    }

    /** Deletes a value, even when its callback throws. */
    void delete(Object key) {
        Attached attached = values.remove(key);
        if (attached != null) {
            attached.deletion.run();
        }
    }

    /** Deletes all, the latest first; throws what the first has thrown that did, after all have been notified. */
    void deleteAll() {
        RuntimeException failure = null;
        for (Object key : keys().reversed()) {
            try {
                delete(key);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
