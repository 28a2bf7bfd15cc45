package org.sennit.internal.endpoints.group;

/**
 * A hash of the arguments that have to be the same on all members, so that members can compare them with one word. Each
 * number goes through a bijective mixer of 64 bits (the finalizer of SplitMix64) before the next is added, and lengths
 * count: two lists of arguments agree by chance once in 2⁶⁴, whatever small numbers they are made of. Not against an
 * adversary.
 */
public final class ArgumentHash {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state = GAMMA;

    /**
     * Adds a number.
     *
     * @param value any
     */
    public ArgumentHash add(long value) {
        state = mixed(state + GAMMA ^ mixed(value + GAMMA));
        return this;
    }

    /**
     * Adds a truth value.
     *
     * @param value any
     */
    public ArgumentHash add(boolean value) {
        return add(value ? 1 : 0);
    }

    /**
     * Adds an array with its length.
     *
     * @param values any; null is another argument than an empty one
     */
    public ArgumentHash add(int[] values) {
        add(values == null ? -1 : values.length);
        for (int i = 0; values != null && i < values.length; i++) {
            add(values[i]);
        }
        return this;
    }

    /**
     * Adds an array with its length.
     *
     * @param values any; null is another argument than an empty one
     */
    public ArgumentHash add(boolean[] values) {
        add(values == null ? -1 : values.length);
        for (int i = 0; values != null && i < values.length; i++) {
            add(values[i]);
        }
        return this;
    }

    /**
     * Adds a text with its length.
     *
     * @param text any
     */
    public ArgumentHash add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        return this;
    }

    /** Returns the hash of all that has been added, 64 bits. */
    public long value() {
        return state;
    }

    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
