package org.sennit.internal.endpoints.handle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sennit.AttributeKey;
import org.sennit.Communicator;

/** The attributes of one communicator, as one endpoint has them. Belongs to the thread that drives the endpoint. */
final class Attributes {
    private final Map<AttributeKey<?>, Object> values = new LinkedHashMap<>(); // in the order of setting

    <T> void set(Communicator owner, AttributeKey<T> key, T value) {
        Objects.requireNonNull(value, "value");
        delete(owner, key);
        values.put(key, value);
    }

    @SuppressWarnings("unchecked") // set puts only a T under an AttributeKey<T>
    <T> T get(AttributeKey<T> key) {
        return (T) values.get(key);
    }

    /** The value is deleted even when its callback throws. */
    <T> void delete(Communicator owner, AttributeKey<T> key) {
        T value = get(key);
        if (value != null) {
            values.remove(key);
            key.deletion().delete(owner, value);
        }
    }

    /** Deletes all, the latest first; throws what the first has thrown that did, after all have been told. */
    void deleteAll(Communicator owner) {
        RuntimeException failure = null;
        List<AttributeKey<?>> keys = new ArrayList<>(values.keySet());
        for (AttributeKey<?> key : keys.reversed()) {
            try {
                delete(owner, key);
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

    /** Gives a duplicate what its keys say. */
    void copyTo(Communicator owner, CommunicatorHandle duplicate) {
        for (AttributeKey<?> key : new ArrayList<>(values.keySet())) {
            copy(owner, duplicate, key);
        }
    }

    private <T> void copy(Communicator owner, CommunicatorHandle duplicate, AttributeKey<T> key) {
        T value = get(key);
        T copied = value == null ? null : key.copying().copy(owner, value); // null: another's copy has deleted it
        if (copied != null) {
            duplicate.attributes().set(duplicate, key, copied);
        }
    }
}
