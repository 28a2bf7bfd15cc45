package org.sennit.internal.runtime.affinity;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A set of processors by the numbers of the system, written as Linux does: {@code 0-3,8}. Immutable.
 *
 * @param text the list, without blanks; equal sets have equal texts
 */
public record ProcessorSet(String text) {
    /** No processor. */
    public static final ProcessorSet NONE = new ProcessorSet("");

    private static final int MOST = 1 << 16;

    /** As of any record; its own would be linked at the start of each launcher, which takes 8 ms. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ProcessorSet set && text.equals(set.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /**
     * Returns the set of a list that the system has written.
     *
     * @param list such as {@code 0-3,8}; blanks around it are ignored
     * @return the set; empty when the text is no such list
     */
    public static ProcessorSet parse(String list) {
        BitSet bits = new BitSet();
        for (String part : list.strip().split(",")) {
            String[] ends = part.split("-", 2);
            try {
                int first = Integer.parseInt(ends[0]);
                int last = Integer.parseInt(ends[ends.length - 1]);
                if (first < 0 || last < first || last >= MOST) {
                    return NONE;
                }
                bits.set(first, last + 1);
            } catch (NumberFormatException malformed) {
                return NONE;
            }
        }
        return of(bits);
    }

    /** Returns the set of the numbers of bits that are set. */
    static ProcessorSet of(BitSet bits) {
        StringBuilder text = new StringBuilder();
        for (int first = bits.nextSetBit(0); first >= 0; ) {
            int last = bits.nextClearBit(first) - 1;
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append('-').append(last);
            }
            first = bits.nextSetBit(last + 1);
        }
        return new ProcessorSet(text.toString());
    }

    /** Returns the numbers as bits; a new object. */
    BitSet bits() {
        BitSet bits = new BitSet();
        if (!text.isEmpty()) {
            for (String part : text.split(",")) {
                String[] ends = part.split("-", 2);
                bits.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
            }
        }
        return bits;
    }

    /** Returns the numbers in ascending order. */
    IntStream numbers() {
        return bits().stream();
    }

    /** Returns the number of processors; 0 for none. */
    public int size() {
        return bits().cardinality();
    }

    /** Returns those that are in both sets. */
    ProcessorSet and(ProcessorSet other) {
        BitSet both = bits();
        both.and(other.bits());
        return of(both);
    }

    @Override
    public String toString() {
        return text;
    }
}
