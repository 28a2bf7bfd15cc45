package org.sennit.conformance.random;

import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.ElementType;

/** What a message is made of: its type signature is a number of units, each of the same element types. */
enum Elements {
    /** Raw bytes, which fit every other. */
    BYTES(ElementType.BYTE),
    /** Numbers of 16 bits. */
    SHORTS(ElementType.SHORT),
    /** Numbers of 32 bits. */
    INTS(ElementType.INT),
    /** Numbers of 64 bits. */
    LONGS(ElementType.LONG),
    /** Floating point numbers; the bytes are random, so some are no numbers. */
    DOUBLES(ElementType.DOUBLE);

    private final ElementType type;

    Elements(ElementType type) {
        this.type = type;
    }

    ElementType type() {
        return type;
    }

    /** All of a memory as such elements. */
    DataLayout layout() {
        return DataLayout.of(type);
    }

    /** The length of a unit, in bytes. */
    int bytes() {
        return type.bytes();
    }

    /** Whether a message of these may be received as those. */
    boolean fits(Elements others) {
        return this == others || this == BYTES || others == BYTES;
    }
}
