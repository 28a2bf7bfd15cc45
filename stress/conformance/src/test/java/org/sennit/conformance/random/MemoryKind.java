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
            return new Piece(array, shape.layout(), MemorySegment.ofArray(array), 0, shape, null);
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
            return new Piece(array, shape.layout(), segmentOf(array), 0, shape, null);
        }
    },
    /** A long array seen as bytes: whole elements where the length allows. */
    LONGS {
        @Override
        Piece make(Shape shape, int skip) {
            MemorySegment all = MemorySegment.ofArray(new long[(shape.spanBytes() + GUARD + 7) / 8]);
            return new Piece(all, shape.layout(), all, 0, shape, null);
        }
    },
    /** A heap buffer, from its position to its limit. */
    HEAP_BUFFER {
        @Override
        Piece make(Shape shape, int skip) {
            byte[] array = new byte[skip + shape.spanBytes() + GUARD];
            ByteBuffer buffer = ByteBuffer.wrap(array).position(skip).limit(skip + shape.spanBytes());
            buffer.order(ByteOrder.nativeOrder());
            return new Piece(buffer, exact(shape), MemorySegment.ofArray(array), skip, shape, null);
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
            return new Piece(buffer, exact(shape), all, skip, shape, null);
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
        MemorySegment part = all.asSlice(skip, shape.spanBytes());
        return new Piece(part, exact(shape), all, skip, shape, isCloseable ? arena : null);
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
}
