package org.sennit.conformance.random;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.sennit.runtime.memory.DataLayout;

/** Every kind of memory that a user may send from and receive into. */
public enum MemoryKind {
    /** A byte array, from an odd offset. */
    BYTES {
        @Override
        Piece make(int length, int offset) {
            byte[] array = new byte[length + offset + GUARD];
            return new Piece(
                    array, DataLayout.BYTE.slice(offset, length), MemorySegment.ofArray(array), offset, length);
        }
    },
    /** A long array seen as bytes: whole elements where the length allows. */
    LONGS {
        @Override
        Piece make(int length, int offset) {
            long[] array = new long[(length + offset + GUARD + 7) / 8];
            MemorySegment all = MemorySegment.ofArray(array);
            return new Piece(all, DataLayout.BYTE.slice(offset, length), all, offset, length);
        }
    },
    /** A heap buffer, from its position to its limit. */
    HEAP_BUFFER {
        @Override
        Piece make(int length, int offset) {
            byte[] array = new byte[length + offset + GUARD];
            ByteBuffer buffer = ByteBuffer.wrap(array).position(offset).limit(offset + length);
            return new Piece(buffer, DataLayout.BYTE, MemorySegment.ofArray(array), offset, length);
        }
    },
    /** A direct buffer, from its position to its limit. */
    DIRECT_BUFFER {
        @Override
        Piece make(int length, int offset) {
            ByteBuffer whole = ByteBuffer.allocateDirect(length + offset + GUARD);
            MemorySegment all = MemorySegment.ofBuffer(whole);
            ByteBuffer buffer = whole.duplicate().position(offset).limit(offset + length);
            return new Piece(buffer, DataLayout.BYTE, all, offset, length);
        }
    },
    /** A segment of a confined arena. */
    CONFINED {
        @Override
        Piece make(int length, int offset) {
            return segment(Arena.ofConfined(), true, length, offset);
        }
    },
    /** A segment of a shared arena. */
    SHARED {
        @Override
        Piece make(int length, int offset) {
            return segment(Arena.ofShared(), true, length, offset);
        }
    },
    /** A segment of an automatic arena. */
    AUTOMATIC {
        @Override
        Piece make(int length, int offset) {
            return segment(Arena.ofAuto(), false, length, offset);
        }
    };

    private static final int GUARD = 5;
    private static final byte GUARD_BYTE = 0x5A;

    abstract Piece make(int length, int offset);

    /**
     * Allocates memory with guard bytes around the message.
     *
     * @param length of the message, in bytes
     * @param offset where the message begins in the memory, in bytes
     * @return the memory, all guard bytes
     */
    public Piece allocate(int length, int offset) {
        Piece piece = make(length, offset);
        piece.all.fill(GUARD_BYTE);
        return piece;
    }

    private static Piece segment(Arena arena, boolean isCloseable, int length, int offset) {
        MemorySegment all = arena.allocate(length + offset + GUARD);
        Piece piece = new Piece(all, DataLayout.BYTE.slice(offset, length), all, offset, length);
        piece.arena = isCloseable ? arena : null;
        return piece;
    }

    /** One piece of memory, as the user gives it and as the test sees it. */
    public static final class Piece implements AutoCloseable {
        private final Object memory;
        private final DataLayout layout;
        private final MemorySegment all;
        private final int offset;
        private final int length;
        private Arena arena;

        Piece(Object memory, DataLayout layout, MemorySegment all, int offset, int length) {
            this.memory = memory;
            this.layout = layout;
            this.all = all;
            this.offset = offset;
            this.length = length;
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

        /**
         * Writes a message that is known by a number.
         *
         * @param number any
         */
        public void fill(long number) {
            for (int i = 0; i < length; i++) {
                all.set(ValueLayout.JAVA_BYTE, offset + i, byteAt(number, i));
            }
        }

        /**
         * Asserts that the whole memory holds that message and untouched guard bytes.
         *
         * @param number of the message
         * @param story for the error text
         */
        public void check(long number, String story) {
            check(number, length, story);
        }

        /**
         * Asserts that the memory begins with that message, and that the rest is untouched.
         *
         * @param number of the message
         * @param messageLength how long it is
         * @param story for the error text
         */
        public void check(long number, int messageLength, String story) {
            for (int i = 0; i < all.byteSize(); i++) {
                boolean isMessage = i >= offset && i < offset + messageLength;
                byte expected = isMessage ? byteAt(number, i - offset) : GUARD_BYTE;
                byte found = all.get(ValueLayout.JAVA_BYTE, i);
                if (found != expected) {
                    throw new AssertionError(story + ": byte " + (i - offset) + " of " + messageLength + " is " + found
                            + ", expected " + expected);
                }
            }
        }

        private static byte byteAt(long number, int i) {
            long mixed = (number * 0x9E3779B97F4A7C15L + i) * 0xBF58476D1CE4E5B9L;
            return (byte) (mixed >>> 56);
        }

        @Override
        public void close() {
            if (arena != null) {
                arena.close();
            }
        }
    }
}
