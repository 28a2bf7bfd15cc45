package org.sennit.internal.opi.pool;

import java.util.Arrays;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * The free blocks of a pool, by size class, most recent first. Belongs to the thread that drives the endpoint. The base
 * class of a pool rather than a part of it, which saves a load of a reference.
 *
 * <p>Stacks in arrays, whose entries are not cleared: a block that is taken and put back finds its reference in its
 * place, so that only counters are written. Entries above the top of a stack are meaningless.
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

    /** Returns the bytes of all free blocks. */
    final long freeBytes() {
        long bytes = 0;
        for (int c = 0; c < counts.length; c++) {
            bytes += counts[c] * (counts[c] == 0 ? 0 : SizeClasses.bytesOf(c));
        }
        return bytes;
    }

    /** Returns the bytes of the free blocks of other homes. */
    final long foreignBytes() {
        return foreignBytes;
    }

    /** Returns the number of free blocks. */
    final int freeCount() {
        int size = 0;
        for (int count : counts) {
            size += count;
        }
        return size;
    }

    /**
     * Takes the most recent block of the smallest class that has one, up to twice the size; null when there is none.
     */
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

    /** Decides whether a block is taken out. */
    interface Sieve {
        boolean takes(Block block);
    }

    /**
     * Takes out the blocks that a sieve takes; asks it the largest classes first, and in a class the oldest block
     * first.
     */
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
