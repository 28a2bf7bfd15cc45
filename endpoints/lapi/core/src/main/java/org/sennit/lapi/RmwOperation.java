package org.sennit.lapi;

/** Operations of a read-modify-write on the variable at the target. (RMW_ops_t) */
public enum RmwOperation {
    /** Adds the input. (FETCH_AND_ADD) */
    FETCH_AND_ADD,
    /** Sets the bits of the input. (FETCH_AND_OR) */
    FETCH_AND_OR,
    /** Writes the input. (SWAP) */
    SWAP,
    /** Writes the second input where the variable equals the first one. (COMPARE_AND_SWAP) */
    COMPARE_AND_SWAP;

    /** Returns the number of inputs that it has. */
    int inputs() {
        return this == COMPARE_AND_SWAP ? 2 : 1;
    }

    /** Returns the new value. */
    long apply(long current, long first, long second) {
        return switch (this) {
            case FETCH_AND_ADD -> current + first;
            case FETCH_AND_OR -> current | first;
            case SWAP -> first;
            case COMPARE_AND_SWAP -> current == first ? second : current;
        };
    }
}
