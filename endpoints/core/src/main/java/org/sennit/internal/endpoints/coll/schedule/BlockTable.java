package org.sennit.internal.endpoints.coll.schedule;

import java.util.Arrays;

/** Blocks of a memory, one for each rank or neighbor: where each begins and how long it is. Immutable. */
public final class BlockTable {
    private final long[] offsets;
    private final long[] bytes;
    private final int hash;

    /**
     * Makes a table.
     *
     * @param offsets where each block begins, in bytes from where the memory begins
     * @param bytes how long each is
     */
    public BlockTable(long[] offsets, long[] bytes) {
        this.offsets = offsets.clone();
        this.bytes = bytes.clone();
        this.hash = 31 * Arrays.hashCode(offsets) + Arrays.hashCode(bytes);
    }

    /** Returns the number of blocks, at least 0. */
    public int length() {
        return bytes.length;
    }

    /** Returns the offset of a block, in bytes. */
    public long offset(int block) {
        return offsets[block];
    }

    /** Returns the length of a block, in bytes. */
    public long bytes(int block) {
        return bytes[block];
    }

    /**
     * Returns a number that says how long the blocks are, wherever they lie; the same in all processes.
     *
     * @param table the blocks, or null for none
     */
    public static long hashOfLengths(BlockTable table) {
        long hash = 1;
        for (int i = 0; table != null && i < table.length(); i++) {
            hash = hash * 0x9E3779B97F4A7C15L + table.bytes(i);
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof BlockTable table
                        && hash == table.hash
                        && Arrays.equals(offsets, table.offsets)
                        && Arrays.equals(bytes, table.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
