package org.sennit.internal.endpoints.rma.update;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Pieces;
import org.sennit.internal.runtime.layout.LayoutShape.Run;
import org.sennit.message.ElementType;

/**
 * Atomic access to the elements of a memory, as bits: those above the element's are zero. The instructions depend on
 * the memory, the offset and the size of the element alone, so that all updates of an element use the same ones.
 * Elements of 4 and 8 bytes are words; shorter ones are parts of a word, or of an array of their own size. All accesses
 * are volatile. Stateless; any thread.
 */
public abstract class AtomicElements {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle SHORTS =
            MethodHandles.arrayElementVarHandle(short[].class).withInvokeExactBehavior();
    private static final VarHandle CHARS =
            MethodHandles.arrayElementVarHandle(char[].class).withInvokeExactBehavior();
    private static final VarHandle BYTES =
            MethodHandles.arrayElementVarHandle(byte[].class).withInvokeExactBehavior();

    private static final AtomicElements OF_LONGS = new Longs();
    private static final AtomicElements OF_INTS = new Ints();
    private static final AtomicElements OF_SHORT_ARRAY = new ShortArray();
    private static final AtomicElements OF_CHAR_ARRAY = new CharArray();
    private static final AtomicElements OF_BYTE_ARRAY = new ByteArray();
    private static final AtomicElements PARTS_OF_1 = new PartsOfWords(1);
    private static final AtomicElements PARTS_OF_2 = new PartsOfWords(2);

    /** Returns the atomic access to contiguous elements from an offset on; null when there is none. */
    public static AtomicElements of(Region region, long offset, ElementType type) {
        int bytes = type.bytes();
        if (!region.isAligned(offset, bytes)) {
            return null;
        }
        if (bytes >= Integer.BYTES) {
            return bytes == Long.BYTES ? OF_LONGS : OF_INTS;
        }
        return switch (region.array()) {
            case byte[] _ when bytes == 1 -> OF_BYTE_ARRAY;
            case short[] _ when bytes == 2 -> OF_SHORT_ARRAY;
            case char[] _ when bytes == 2 -> OF_CHAR_ARRAY;
            case null, default ->
                // The words around the first and the last byte of the memory must lie in it.
                region.isAligned(0, Integer.BYTES) && region.sizeBytes() % Integer.BYTES == 0
                        ? bytes == 1 ? PARTS_OF_1 : PARTS_OF_2
                        : null;
        };
    }

    /**
     * Returns whether all elements of a layout can be accessed atomically; false also where each would have to be
     * checked.
     *
     * @param at where the first byte of the layout lies, in bytes
     * @param shape the layout; null for contiguous elements
     */
    static boolean areAll(Region region, long at, LayoutShape shape, ElementType type) {
        return switch (shape) {
            case null -> of(region, at, type) != null;
            case Run _ -> of(region, at, type) != null;
            case Loop loop -> loop.strideBytes % type.bytes() == 0 && areAll(region, at, loop.body, type);
            case Absolute _ -> false;
            case Pieces pieces -> {
                for (int i = 0; i < pieces.count(); i++) {
                    if (!areAll(region, at + pieces.displacement(i), pieces.shape(i), type)) {
                        yield false;
                    }
                }
                yield true;
            }
        };
    }

    abstract long get(Region region, long offset);

    /** Replaces an element if it has the expected bits. */
    abstract boolean compareAndSet(Region region, long offset, long expected, long replacement);

    /** Adds an integer; returns what was there. */
    long getAndAdd(Region region, long offset, long more) {
        long old;
        do {
            old = get(region, offset);
            region.throwPending(); // or the loop has no end
        } while (!compareAndSet(region, offset, old, old + more & mask()));
        return old;
    }

    long getAndSet(Region region, long offset, long replacement) {
        long old;
        do {
            old = get(region, offset);
            region.throwPending();
        } while (!compareAndSet(region, offset, old, replacement));
        return old;
    }

    /** Returns the bits of an element. */
    abstract long mask();

    private static final class Longs extends AtomicElements {
        @Override
        long get(Region region, long offset) {
            return (long) LONG.getVolatile(region.segment(), offset);
        }

        @Override
        boolean compareAndSet(Region region, long offset, long expected, long replacement) {
            return LONG.compareAndSet(region.segment(), offset, expected, replacement);
        }

        @Override
        long getAndAdd(Region region, long offset, long more) {
            return (long) LONG.getAndAdd(region.segment(), offset, more);
        }

        @Override
        long getAndSet(Region region, long offset, long replacement) {
            return (long) LONG.getAndSet(region.segment(), offset, replacement);
        }

        @Override
        long mask() {
            return -1;
        }
    }

    private static final class Ints extends AtomicElements {
        private static final long MASK = 0xffff_ffffL;

        @Override
        long get(Region region, long offset) {
            return (int) INT.getVolatile(region.segment(), offset) & MASK;
        }

        @Override
        boolean compareAndSet(Region region, long offset, long expected, long replacement) {
            return INT.compareAndSet(region.segment(), offset, (int) expected, (int) replacement);
        }

        @Override
        long getAndAdd(Region region, long offset, long more) {
            return (int) INT.getAndAdd(region.segment(), offset, (int) more) & MASK;
        }

        @Override
        long getAndSet(Region region, long offset, long replacement) {
            return (int) INT.getAndSet(region.segment(), offset, (int) replacement) & MASK;
        }

        @Override
        long mask() {
            return MASK;
        }
    }

    private static int index(Region region, long offset, int bytes) {
        return (int) ((region.address() + offset) / bytes);
    }

    private static final class ShortArray extends AtomicElements {
        @Override
        long get(Region region, long offset) {
            return (short) SHORTS.getVolatile((short[]) region.array(), index(region, offset, 2)) & mask();
        }

        @Override
        boolean compareAndSet(Region region, long offset, long expected, long replacement) {
            return SHORTS.compareAndSet(
                    (short[]) region.array(), index(region, offset, 2), (short) expected, (short) replacement);
        }

        @Override
        long mask() {
            return 0xffff;
        }
    }

    private static final class CharArray extends AtomicElements {
        @Override
        long get(Region region, long offset) {
            return (char) CHARS.getVolatile((char[]) region.array(), index(region, offset, 2));
        }

        @Override
        boolean compareAndSet(Region region, long offset, long expected, long replacement) {
            return CHARS.compareAndSet(
                    (char[]) region.array(), index(region, offset, 2), (char) expected, (char) replacement);
        }

        @Override
        long mask() {
            return 0xffff;
        }
    }

    private static final class ByteArray extends AtomicElements {
        @Override
        long get(Region region, long offset) {
            return (byte) BYTES.getVolatile((byte[]) region.array(), index(region, offset, 1)) & mask();
        }

        @Override
        boolean compareAndSet(Region region, long offset, long expected, long replacement) {
            return BYTES.compareAndSet(
                    (byte[]) region.array(), index(region, offset, 1), (byte) expected, (byte) replacement);
        }

        @Override
        long mask() {
            return 0xff;
        }
    }

    /** Elements in a word of 4 bytes: the others in it stay as they are. */
    private static final class PartsOfWords extends AtomicElements {
        private static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        private final int bytes;

        PartsOfWords(int bytes) {
            this.bytes = bytes;
        }

        /** Returns the offset of the word that an offset lies in; the memory itself begins at a word. */
        private static long word(long offset) {
            return offset & -Integer.BYTES;
        }

        private int shift(long offset) {
            int place = (int) (offset & Integer.BYTES - 1);
            return Byte.SIZE * (IS_LITTLE_ENDIAN ? place : Integer.BYTES - bytes - place);
        }

        @Override
        long get(Region region, long offset) {
            int word = (int) INT.getVolatile(region.segment(), word(offset));
            return word >>> shift(offset) & mask();
        }

        @Override
        boolean compareAndSet(Region region, long offset, long expected, long replacement) {
            MemorySegment segment = region.segment();
            long at = word(offset);
            int shift = shift(offset);
            int others = ~((int) mask() << shift);
            while (true) {
                int word = (int) INT.getVolatile(segment, at);
                region.throwPending();
                if ((word >>> shift & mask()) != expected) {
                    return false;
                }
                if (INT.compareAndSet(segment, at, word, word & others | (int) replacement << shift)) {
                    return true;
                }
            }
        }

        @Override
        long mask() {
            return bytes == 1 ? 0xff : 0xffff;
        }
    }
}
