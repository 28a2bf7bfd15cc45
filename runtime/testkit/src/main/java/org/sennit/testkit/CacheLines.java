package org.sennit.testkit;

import java.util.List;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/**
 * The places of the fields of a class in memory: which share a pair of cache lines with each other, or with what the
 * heap has put beside the object. The JVM puts fields of a subclass into gaps of its superclasses, so that padding
 * alone proves nothing.
 */
public final class CacheLines {
    private static final long APART_BYTES = 128;
    private static final long HEADER_BYTES = 16;

    private final ClassLayout layout;

    private CacheLines(Class<?> type) {
        this.layout = ClassLayout.parseClass(type);
    }

    /** Returns the layout of a class in this JVM. */
    public static CacheLines of(Class<?> type) {
        return new CacheLines(type);
    }

    /** Asserts that fields are apart from what lies before the object. */
    public CacheLines assertApartFromFront(List<String> fields) {
        check(first(fields) >= HEADER_BYTES + APART_BYTES, fields + " at the front");
        return this;
    }

    /** Asserts that fields are apart from what lies behind the object. */
    public CacheLines assertApartFromEnd(List<String> fields) {
        check(layout.instanceSize() - last(fields) >= APART_BYTES, fields + " at the end");
        return this;
    }

    /** Asserts that fields are apart from others of the object. */
    public CacheLines assertApart(List<String> fields, List<String> others) {
        check(
                first(others) - last(fields) >= APART_BYTES || first(fields) - last(others) >= APART_BYTES,
                fields + " and " + others);
        return this;
    }

    private void check(boolean isApart, String which) {
        if (!isApart) {
            throw new AssertionError("not apart: " + which + "\n" + layout.toPrintable());
        }
    }

    private long first(List<String> fields) {
        return fields.stream().mapToLong(name -> field(name).offset()).min().orElseThrow();
    }

    /** The end of the last one. */
    private long last(List<String> fields) {
        return fields.stream()
                .mapToLong(name -> field(name).offset() + field(name).size())
                .max()
                .orElseThrow();
    }

    private FieldLayout field(String name) {
        return layout.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no field " + name + "\n" + layout.toPrintable()));
    }
}
