package org.sennit.message;

import java.lang.foreign.ValueLayout;

/** The primitive types that messages and reductions are made of. Immutable. */
public enum ElementType {
    /** 8-bit integer. */
    BYTE(1, byte[].class, ValueLayout.JAVA_BYTE),
    /** Truth value, one byte in memory: 0 or 1. */
    BOOLEAN(1, boolean[].class, ValueLayout.JAVA_BOOLEAN),
    /** UTF-16 unit. */
    CHAR(2, char[].class, ValueLayout.JAVA_CHAR_UNALIGNED),
    /** 16-bit integer. */
    SHORT(2, short[].class, ValueLayout.JAVA_SHORT_UNALIGNED),
    /** 32-bit integer. */
    INT(4, int[].class, ValueLayout.JAVA_INT_UNALIGNED),
    /** 64-bit integer. */
    LONG(8, long[].class, ValueLayout.JAVA_LONG_UNALIGNED),
    /** 32-bit floating point. */
    FLOAT(4, float[].class, ValueLayout.JAVA_FLOAT_UNALIGNED),
    /** 64-bit floating point. */
    DOUBLE(8, double[].class, ValueLayout.JAVA_DOUBLE_UNALIGNED);

    private static final ElementType[] ALL = values();

    private final int bytes;
    private final Class<?> arrayClass;
    private final ValueLayout layout;

    ElementType(int bytes, Class<?> arrayClass, ValueLayout layout) {
        this.bytes = bytes;
        this.arrayClass = arrayClass;
        this.layout = layout;
    }

    /**
     * Returns the size of an element.
     *
     * @return 1, 2, 4 or 8 bytes
     */
    public int bytes() {
        return bytes;
    }

    /**
     * Returns the class of arrays of this type.
     *
     * @return such as {@code double[].class}
     */
    public Class<?> arrayClass() {
        return arrayClass;
    }

    /**
     * Returns the layout by which an element is read from a segment: native order, any alignment.
     *
     * @return the layout
     */
    public ValueLayout layout() {
        return layout;
    }

    /**
     * Finds the type of an array's elements.
     *
     * @param memory any object or null
     * @return the element type, or null when it is not a primitive array
     */
    public static ElementType ofArray(Object memory) {
        if (memory == null) {
            return null;
        }
        // By class, most frequent first: a switch by pattern costs several ns, and every call asks twice.
        Class<?> type = memory.getClass();
        if (type == byte[].class) {
            return BYTE;
        }
        if (type == double[].class) {
            return DOUBLE;
        }
        return type.isArray() ? ofOther(type) : null;
    }

    private static ElementType ofOther(Class<?> arrayClass) {
        for (ElementType type : ALL) {
            if (type.arrayClass() == arrayClass) {
                return type;
            }
        }
        return null;
    }
}
