package org.sennit.internal.opi.pool;

import java.util.Arrays;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * The free blocks of a pool, by size class, most recent first. Belongs to the thread that drives the endpoint. A pool is
 * one, instead of having one: a reference less on the way.
 *
 * <p>Stacks in arrays: a block that goes out and comes back finds its own reference in its place, so that nothing is written
 * but counters. What lies above the top of a stack is meaningless.
 */
abstract class FreeLists extends FrontPadding {
    private static final int FIRST_CAPACITY = 8;

    private final HomeList home; // of the pool: all others are foreign
    private final Block[][] stacks = new Block[SizeClasses.COUNT + SizeClasses.STEPS][];
    private final int[] counts = new int[SizeClasses.COUNT + SizeClasses.STEPS];
    private long foreignBytes;

    FreeLists(HomeList home) {
        this.home = home;
    }

    /** Returns the bytes of all blocks. */
    final long freeBytes() {
        long bytes = 0;
        for (int c = 0; c < counts.length; c++) {
            bytes += counts[c] * (counts[c] == 0 ? 0 : SizeClasses.bytesOf(c));
        }
        return bytes;
    }

    /** Returns the bytes of those that belong to others. */
    final long foreignBytes() {
        return foreignBytes;
    }

    /** Returns the number of all blocks. */
    final int freeCount() {
        int size = 0;
        for (int count : counts) {
            size += count;
        }
        return size;
    }

    /** Takes the most recent block of the first class, from this one up to twice its size, that has any; or null. */
    final Block pop(int sizeClass) {
        int last = Math.min(2 * sizeClass + 1, sizeClass + SizeClasses.STEPS);
        for (int c = sizeClass; c <= last; c++) {
            int n = counts[c];
            if (n != 0) {
                counts[c] = n - 1;
                return out(stacks[c][n - 1]);
            }
        }
        return null;
    }

    private Block out(Block block) {
        if (block.home() != home) {
            foreignBytes -= block.capacity();
        }
        return block;
    }

    final void push(Block block) {
        int c = block.sizeClass();
        int n = counts[c];
        Block[] stack = stacks[c];
        if (stack == null || n == stack.length) {
            stack = longer(c);
        }
        if (stack[n] != block) {
            stack[n] = block;
        }
        counts[c] = n + 1;
        if (block.home() != home) {
            foreignBytes += block.capacity();
        }
    }

    private Block[] longer(int c) {
        Block[] old = stacks[c];
        stacks[c] = old == null ? new Block[FIRST_CAPACITY] : Arrays.copyOf(old, 2 * old.length);
        return stacks[c];
    }

    /** Says of a block whether it is to be taken out. */
    interface Sieve {
        boolean takes(Block block);
    }

    /** Shows every block to a sieve, the largest classes first and in a class the oldest, and takes out what it takes. */
    final void sift(Sieve sieve) {
        for (int c = counts.length - 1; c >= 0; c--) {
            int kept = 0;
            for (int i = 0; i < counts[c]; i++) {
                Block block = stacks[c][i];
                if (sieve.takes(block)) {
                    out(block);
                } else {
                    stacks[c][kept++] = block;
                }
            }
            if (kept < counts[c]) {
                Arrays.fill(stacks[c], kept, stacks[c].length, null);
                counts[c] = kept;
            }
        }
    }
}
