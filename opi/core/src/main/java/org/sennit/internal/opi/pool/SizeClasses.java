package org.sennit.internal.opi.pool;

/**
 * The sizes in which memory comes: multiples of 64 bytes, four steps to each doubling from 256 bytes on, so that at
 * most a fifth of a block is unused. Stateless.
 */
final class SizeClasses {
    /** Alignment of every block, and the smallest size, in bytes: a cache line. */
    public static final long ALIGNMENT = 64;

    /** The number of steps in a doubling: a block of up to this many classes above is at most twice as large. */
    public static final int STEPS = 4;

    /** The number of classes. */
    public static final int COUNT;

    /** The longest block, in bytes; no machine has as much. */
    public static final long MOST_BYTES = 1L << 46;

    private static final int STEP_BITS = 2;
    private static final int LINE_BITS = 6;

    static {
        COUNT = of(MOST_BYTES) + 1;
    }

    private SizeClasses() {}

    /**
     * Returns the smallest class that has room for a length.
     *
     * @param bytes 0 to {@link #MOST_BYTES}
     * @return 0 to {@link #COUNT} − 1
     */
    public static int of(long bytes) {
        long lastLine = (bytes - 1 >> LINE_BITS) & ~(bytes - 1 >> 63); // lines but one; 0 for 0 bytes, too
        if (lastLine < STEPS) {
            return (int) lastLine;
        }
        int shift = 63 - STEP_BITS - Long.numberOfLeadingZeros(lastLine);
        return (shift << STEP_BITS) + (int) (lastLine >> shift);
    }

    /**
     * Returns the largest class whose blocks are not longer than this.
     *
     * @param bytes 64 or more
     * @return 0 to {@link #COUNT} − 1
     */
    public static int within(long bytes) {
        int sizeClass = of(bytes);
        return bytesOf(sizeClass) > bytes ? Math.max(0, sizeClass - 1) : sizeClass;
    }

    /**
     * Returns the size of the blocks of a class.
     *
     * @param sizeClass 0 to {@link #COUNT} − 1
     * @return bytes, a multiple of {@link #ALIGNMENT}
     */
    public static long bytesOf(int sizeClass) {
        int step = sizeClass & STEPS - 1;
        int doubling = sizeClass >> STEP_BITS;
        long lines = doubling == 0 ? step + 1 : (long) (STEPS + step + 1) << doubling - 1;
        return lines << LINE_BITS;
    }
}
