package org.sennit.internal.runtime.memory;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.Optional;

/**
 * The loops of {@link BlockMover}, for one pair of classes of segments. {@link BlockMovers} defines this class once
 * more for each pair, so that the compiler knows both classes: in code that all kinds of memory share, each access of a
 * segment is two calls through a table. Measured for 8-byte blocks, stride 24, 1 MiB: 152 µs by hand, 152 to 155 µs so,
 * 2,000 to 2,500 µs in shared code that has seen arrays of three types.
 *
 * <p>A loop for each of the block lengths 1, 2, 4, 8 and 16; words and the rest for the others up to {@link
 * #LONGEST_BLOCK}; above, a call of a copy for each: from array to array of one type the JVM's copy of arrays, else
 * that of segments.
 */
final class ExactBlockMover implements BlockMover {
    private static final Class<?> FROM = classData(0);
    private static final Class<?> TO = classData(1);

    // of both, where they lie in arrays of one type; Object otherwise
    private static final Class<?> ARRAY = classData(2);
    private static final boolean IS_ARRAY = ARRAY.isArray();
    private static final int SHIFT = IS_ARRAY ? shift(ARRAY.componentType()) : 0;

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private static Class<?> classData(int index) {
        try {
            return MethodHandles.classDataAt(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Class.class, index);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the binary logarithm of an element's bytes. */
    private static int shift(Class<?> element) {
        return element == byte.class
                ? 0
                : element == char.class || element == short.class
                        ? 1
                        : element == int.class || element == float.class ? 2 : 3;
    }

    @Override
    public void move(
            MemorySegment from,
            long fromAt,
            long fromStride,
            MemorySegment to,
            long toAt,
            long toStride,
            int block,
            long blocks) {
        switch (block) {
            case 1 -> move1(from, fromAt, fromStride, to, toAt, toStride, blocks);
            case 2 -> move2(from, fromAt, fromStride, to, toAt, toStride, blocks);
            case 4 -> move4(from, fromAt, fromStride, to, toAt, toStride, blocks);
            case 8 -> move8(from, fromAt, fromStride, to, toAt, toStride, blocks);
            case 16 -> move16(from, fromAt, fromStride, to, toAt, toStride, blocks);
            default -> {
                if (block <= LONGEST_BLOCK) {
                    moveOther(from, fromAt, fromStride, to, toAt, toStride, block, blocks);
                } else if (!IS_ARRAY || !moveElements(from, fromAt, fromStride, to, toAt, toStride, block, blocks)) {
                    moveLong(from, fromAt, fromStride, to, toAt, toStride, block, blocks);
                }
            }
        }
    }

    // Each loop begins with the check, in its own method: that is how its compiler learns the classes.

    private static void move1(
            MemorySegment from, long fromAt, long fromStride, MemorySegment to, long toAt, long toStride, long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            to.set(BYTE, t, from.get(BYTE, f));
        }
    }

    private static void move2(
            MemorySegment from, long fromAt, long fromStride, MemorySegment to, long toAt, long toStride, long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            to.set(SHORT, t, from.get(SHORT, f));
        }
    }

    private static void move4(
            MemorySegment from, long fromAt, long fromStride, MemorySegment to, long toAt, long toStride, long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            to.set(INT, t, from.get(INT, f));
        }
    }

    private static void move8(
            MemorySegment from, long fromAt, long fromStride, MemorySegment to, long toAt, long toStride, long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            to.set(LONG, t, from.get(LONG, f));
        }
    }

    private static void move16(
            MemorySegment from, long fromAt, long fromStride, MemorySegment to, long toAt, long toStride, long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            to.set(LONG, t, from.get(LONG, f));
            to.set(LONG, t + Long.BYTES, from.get(LONG, f + Long.BYTES));
        }
    }

    private static void moveOther(
            MemorySegment from,
            long fromAt,
            long fromStride,
            MemorySegment to,
            long toAt,
            long toStride,
            int block,
            long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            int j = 0;
            for (; j + Long.BYTES <= block; j += Long.BYTES) {
                to.set(LONG, t + j, from.get(LONG, f + j));
            }
            if ((block & Integer.BYTES) != 0) {
                to.set(INT, t + j, from.get(INT, f + j));
                j += Integer.BYTES;
            }
            if ((block & Short.BYTES) != 0) {
                to.set(SHORT, t + j, from.get(SHORT, f + j));
                j += Short.BYTES;
            }
            if ((block & 1) != 0) {
                to.set(BYTE, t + j, from.get(BYTE, f + j));
            }
        }
    }

    private static void moveLong(
            MemorySegment from,
            long fromAt,
            long fromStride,
            MemorySegment to,
            long toAt,
            long toStride,
            int block,
            long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        long f = fromAt;
        long t = toAt;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            MemorySegment.copy(from, f, to, t, block);
        }
    }

    /**
     * Returns false, and moves nothing, where a block begins or ends within an element, or an array is not to be seen.
     */
    private static boolean moveElements(
            MemorySegment from,
            long fromAt,
            long fromStride,
            MemorySegment to,
            long toAt,
            long toStride,
            int block,
            long n) {
        if (from.getClass() != FROM || to.getClass() != TO) {
            throw wrongClass(from, to);
        }
        Optional<Object> source = from.heapBase(); // empty: read-only
        Optional<Object> target = to.heapBase();
        long f = from.address() + fromAt;
        long t = to.address() + toAt;
        long within = (1L << SHIFT) - 1;
        if (((f | t | fromStride | toStride | block) & within) != 0 || source.isEmpty() || target.isEmpty()) {
            return false;
        }
        checkRange(from, fromAt, fromStride, block, n);
        checkRange(to, toAt, toStride, block, n);
        Object elements = ARRAY.cast(source.get());
        Object room = ARRAY.cast(target.get());
        int count = block >> SHIFT;
        for (long i = 0; i < n; i++, f += fromStride, t += toStride) {
            System.arraycopy(elements, (int) (f >> SHIFT), room, (int) (t >> SHIFT), count);
        }
        return true;
    }

    /** Checks a range of a segment, which may be a part of its array. */
    private static void checkRange(MemorySegment memory, long at, long stride, int block, long n) {
        Objects.checkFromIndexSize(at, block, memory.byteSize());
        Objects.checkFromIndexSize(at + (n - 1) * stride, block, memory.byteSize());
    }

    private static IllegalArgumentException wrongClass(MemorySegment from, MemorySegment to) {
        return new IllegalArgumentException(
                "a mover of other classes: from=" + from.getClass() + " to=" + to.getClass());
    }
}
