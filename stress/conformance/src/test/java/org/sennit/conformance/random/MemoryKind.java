package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/** Every kind of memory that a user may send from and receive into. */
public enum MemoryKind {
    /** A byte array. */
    BYTES {
        @Override
        Piece make(Shape shape, int skip) {
            byte[] array = new byte[shape.spanBytes() + GUARD];
            return new Piece(array, shape.layout(), MemorySegment.ofArray(array), 0, shape);
        }
    },
    /** An array of the message's own element type, where it has one. */
    ARRAY {
        @Override
        Piece make(Shape shape, int skip) {
            List<ElementType> types = shape.elements().types();
            ElementType type = types.size() == 1 ? types.getFirst() : ElementType.BYTE;
            int length = (shape.spanBytes() + GUARD + type.bytes() - 1) / type.bytes();
            Object array = Array.newInstance(type.arrayClass().getComponentType(), length);
            return new Piece(array, shape.layout(), segmentOf(array), 0, shape);
        }
    },
    /** A long array seen as bytes: whole elements where the length allows. */
    LONGS {
        @Override
        Piece make(Shape shape, int skip) {
            MemorySegment all = MemorySegment.ofArray(new long[(shape.spanBytes() + GUARD + 7) / 8]);
            return new Piece(all, shape.layout(), all, 0, shape);
        }
    },
    /** A heap buffer, from its position to its limit. */
    HEAP_BUFFER {
        @Override
        Piece make(Shape shape, int skip) {
            byte[] array = new byte[skip + shape.spanBytes() + GUARD];
            ByteBuffer buffer = ByteBuffer.wrap(array).position(skip).limit(skip + shape.spanBytes());
            buffer.order(ByteOrder.nativeOrder());
            return new Piece(buffer, exact(shape), MemorySegment.ofArray(array), skip, shape);
        }
    },
    /** A direct buffer, from its position to its limit. */
    DIRECT_BUFFER {
        @Override
        Piece make(Shape shape, int skip) {
            ByteBuffer whole = ByteBuffer.allocateDirect(skip + shape.spanBytes() + GUARD);
            MemorySegment all = MemorySegment.ofBuffer(whole);
            ByteBuffer buffer = whole.duplicate().position(skip).limit(skip + shape.spanBytes());
            buffer.order(ByteOrder.nativeOrder());
            return new Piece(buffer, exact(shape), all, skip, shape);
        }
    },
    /** A segment of a confined arena. */
    CONFINED {
        @Override
        Piece make(Shape shape, int skip) {
            return segment(Arena.ofConfined(), true, shape, skip);
        }
    },
    /** A segment of a shared arena. */
    SHARED {
        @Override
        Piece make(Shape shape, int skip) {
            return segment(Arena.ofShared(), true, shape, skip);
        }
    },
    /** A segment of an automatic arena. */
    AUTOMATIC {
        @Override
        Piece make(Shape shape, int skip) {
            return segment(Arena.ofAuto(), false, shape, skip);
        }
    };

    private static final int GUARD = 5;
    private static final byte GUARD_BYTE = 0x5A;

    abstract Piece make(Shape shape, int skip);

    /**
     * Allocates memory with guard bytes around a message of bytes.
     *
     * @param length of the message, in bytes
     * @param offset where the message begins in the memory, in bytes
     * @return the memory, all guard bytes
     */
    public Piece allocate(int length, int offset) {
        return allocate(Shape.ofBytes(length, offset), 1);
    }

    /** Allocates memory with guard bytes around and between what a shape means; {@code skip} before where it can. */
    Piece allocate(Shape shape, int skip) {
        Piece piece = make(shape, skip);
        piece.clear();
        return piece;
    }

    /**
     * Allocates a segment with guard bytes around a message of bytes.
     *
     * @param arena of the caller, who closes it
     * @param length of the message, in bytes
     * @param offset where the message begins in the memory, in bytes
     * @return the memory, all guard bytes
     */
    public static Piece allocateIn(Arena arena, int length, int offset) {
        Piece piece = segment(arena, false, Shape.ofBytes(length, offset), 1);
        piece.clear();
        return piece;
    }

    private static Piece segment(Arena arena, boolean isCloseable, Shape shape, int skip) {
        MemorySegment all = arena.allocate(skip + shape.spanBytes() + GUARD);
        Piece piece = new Piece(all.asSlice(skip, shape.spanBytes()), exact(shape), all, skip, shape);
        piece.arena = isCloseable ? arena : null;
        return piece;
    }

    private static DataLayout exact(Shape shape) {
        return shape.bareLayout() == null ? shape.layout() : shape.bareLayout();
    }

    private static MemorySegment segmentOf(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException("no elements of " + array.getClass());
        };
    }

    /** One piece of memory, as the user gives it and as the test sees it. */
    public static final class Piece implements AutoCloseable {
        private final Object memory;
        private final DataLayout layout;
        private final MemorySegment all;
        private final int start;
        private final Shape shape;
        private Arena arena;

        Piece(Object memory, DataLayout layout, MemorySegment all, int start, Shape shape) {
            this.memory = memory;
            this.layout = layout;
            this.all = all;
            this.start = start;
            this.shape = shape;
        }

        /**
         * What the user gives.
         *
         * @return array, buffer or segment
         */
        public Object memory() {
            return memory;
        }

        /**
         * Which part of it is the message.
         *
         * @return the layout
         */
        public DataLayout layout() {
            return layout;
        }

        /** Makes it all guard bytes again. */
        void clear() {
            all.fill(GUARD_BYTE);
        }

        /**
         * Writes a message that is known by a number.
         *
         * @param number any
         */
        public void fill(long number) {
            MemorySegment.copy(MemorySegment.ofArray(image(number, Integer.MAX_VALUE)), 0, all, 0, all.byteSize());
        }

        /**
         * Asserts that the whole memory holds that message and untouched guard bytes.
         *
         * @param number of the message
         * @param story for the error text
         */
        public void check(long number, String story) {
            check(number, Integer.MAX_VALUE, story);
        }

        /**
         * Asserts that the memory begins with that message, and that the rest is untouched.
         *
         * @param number of the message
         * @param messageLength how long it is, packed
         * @param story for the error text
         */
        public void check(long number, int messageLength, String story) {
            byte[] expected = image(number, messageLength);
            long at = all.mismatch(MemorySegment.ofArray(expected));
            if (at >= 0) {
                byte found = all.get(java.lang.foreign.ValueLayout.JAVA_BYTE, at);
                throw new AssertionError(story + ": byte " + (at - start) + " of the memory is " + found + ", expected "
                        + expected[(int) at] + (expected[(int) at] == GUARD_BYTE ? " (a guard byte)" : ""));
            }
        }

        /** Asserts that a part of a message is there whose bytes lie side by side. */
        void checkPart(long number, int from, int length, String story) {
            MemorySegment expected = MemorySegment.ofArray(image(number, Integer.MAX_VALUE));
            long begin = start + from;
            if (MemorySegment.mismatch(all, begin, begin + length, expected, begin, begin + length) >= 0) {
                throw new AssertionError(story + ": not all of its bytes are there");
            }
        }

        /** The whole memory as it must be when it holds the beginning of a message. */
        private byte[] image(long number, int messageLength) {
            byte[] image = new byte[(int) all.byteSize()];
            java.util.Arrays.fill(image, GUARD_BYTE);
            MessageBytes bytes = new MessageBytes(number);
            int left = messageLength;
            for (int i = 0; i < shape.offsets().length && left > 0; i++) {
                int length = Math.min(left, shape.lengths()[i]);
                bytes.next(image, start + shape.offsets()[i], length);
                left -= length;
            }
            return image;
        }

        @Override
        public void close() {
            if (arena != null) {
                arena.close();
            }
        }
    }
}
