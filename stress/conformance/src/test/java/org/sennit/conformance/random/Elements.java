package org.sennit.conformance.random;

import java.util.List;
import org.sennit.message.ElementType;

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
    DOUBLES(ElementType.DOUBLE),
    /** An index and a value. */
    PAIRS(ElementType.INT, ElementType.DOUBLE),
    /** Three of a kind that no alignment suits. */
    TRIPLES(ElementType.BYTE, ElementType.LONG, ElementType.SHORT);

    /** Elements of two repeating sequences that show whether all are alike. */
    private static final int ENOUGH = 6;

    private final List<ElementType> types;
    private final int bytes;

    Elements(ElementType... types) {
        this.types = List.of(types);
        this.bytes = this.types.stream().mapToInt(ElementType::bytes).sum();
    }

    /** The types of a unit. */
    List<ElementType> types() {
        return types;
    }

    /** The length of a unit, in bytes. */
    int bytes() {
        return bytes;
    }

    /** Whether a number of units of these may be received as those: the same types in the same order, or bytes. */
    boolean fits(int units, Elements others) {
        if (this == BYTES || others == BYTES) {
            return true;
        }
        for (int i = 0; i < Math.min(ENOUGH, units * types.size()); i++) {
            if (types.get(i % types.size()) != others.types.get(i % others.types.size())) {
                return false;
            }
        }
        return true;
    }
}
