package org.sennit.internal.endpoints.handle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

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

    /** Deletes all, the latest first; throws what the first has thrown that did, after all have been told. */
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
