package org.sennit.internal.runtime.layout;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.sennit.internal.runtime.layout.ShapeBuilder.Placed;

/**
 * The bytes of a memory that a layout selects, in order, without their types: a nest of loops where it is regular,
 * lists of pieces where it is not. Places count from the first byte in order, so that a shape says nothing of where it
 * lies. Made normal by {@link ShapeBuilder}: adjacent bytes are one run, and loops that continue each other are one.
 * Immutable.
 */
public abstract sealed class LayoutShape {
    /** Number of bytes selected. */
    public final long sizeBytes;

    /** Offset of the lowest byte; 0 or less. */
    public final long low;

    /** Offset of the end of the memory, behind the highest byte. */
    public final long high;

    private final int hash;

    private LayoutShape(long sizeBytes, long low, long high, int hash) {
        this.sizeBytes = sizeBytes;
        this.low = low;
        this.high = high;
        this.hash = hash;
    }

    @Override
    public final int hashCode() {
        return hash;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other || other instanceof LayoutShape that && hash == that.hash && isSame(that);
    }

    abstract boolean isSame(LayoutShape that);

    /** Bytes in a row. */
    public static final class Run extends LayoutShape {
        static final Run EMPTY = new Run(0);

        Run(long sizeBytes) {
            super(sizeBytes, 0, sizeBytes, Long.hashCode(sizeBytes));
        }

        @Override
        boolean isSame(LayoutShape that) {
            return that instanceof Run run && sizeBytes == run.sizeBytes;
        }
    }

    /** A shape that is repeated at a fixed distance. */
    public static final class Loop extends LayoutShape {
        /** Number of repetitions of the body; at least 2. */
        public final long count;

        /** Bytes from one body to the next; may be negative. */
        public final long strideBytes;

        /** The shape that is repeated. */
        public final LayoutShape body;

        Loop(long count, long strideBytes, LayoutShape body) {
            super(
                    Math.multiplyExact(count, body.sizeBytes),
                    Math.addExact(Math.min(0, Math.multiplyExact(count - 1, strideBytes)), body.low),
                    Math.addExact(Math.max(0, Math.multiplyExact(count - 1, strideBytes)), body.high),
                    31 * (31 * Long.hashCode(count) + Long.hashCode(strideBytes)) + body.hashCode());
            this.count = count;
            this.strideBytes = strideBytes;
            this.body = body;
        }

        @Override
        boolean isSame(LayoutShape that) {
            return that instanceof Loop loop
                    && count == loop.count
                    && strideBytes == loop.strideBytes
                    && body.equals(loop.body);
        }
    }

    /** Shapes one after the other, each at a place of its own. */
    public abstract static sealed class Sequence extends LayoutShape {
        private final LayoutShape[] shapes; // a single one when all are the same
        private final long[] starts; // bytes of all before each; null when all are the same

        private Sequence(LayoutShape[] shapes, long[] starts, long sizeBytes, long low, long high, int hash) {
            super(sizeBytes, low, high, 31 * hash + Arrays.hashCode(shapes));
            this.shapes = shapes;
            this.starts = starts;
        }

        /**
         * Returns the number of pieces.
         *
         * @return at least 1
         */
        public abstract int count();

        /**
         * Returns the memory of a piece.
         *
         * @param i number of the piece, from 0
         * @param memory that of the sequence
         * @return the memory, which may have been closed
         */
        public abstract MemorySegment memory(int i, MemorySegment memory);

        /**
         * Returns the offset of a piece in its memory.
         *
         * @param i number of the piece, from 0
         * @param at where the sequence lies, in bytes
         * @return bytes from the start of its memory
         */
        public abstract long place(int i, long at);

        /**
         * Returns the shape of a piece.
         *
         * @param i number of the piece, from 0
         * @return the shape, counted from where the piece lies
         */
        public final LayoutShape shape(int i) {
            return shapes[starts == null ? 0 : i];
        }

        /**
         * Returns the bytes of all pieces before one.
         *
         * @param i number of the piece, from 0
         * @return bytes in packed order
         */
        public final long start(int i) {
            return starts == null ? i * shapes[0].sizeBytes : starts[i];
        }

        /**
         * Returns the piece that holds a byte of the packed order.
         *
         * @param position bytes from the start of the first piece
         * @return number of the piece, from 0
         */
        public final int indexOf(long position) {
            if (starts == null) {
                return (int) (position / shapes[0].sizeBytes);
            }
            int found = Arrays.binarySearch(starts, position);
            return found >= 0 ? found : -found - 2;
        }

        final boolean hasSameShapes(Sequence that) {
            return Arrays.equals(shapes, that.shapes);
        }
    }

    /** One after the other, each where it lies in one memory; the first at 0. At least two. */
    public static final class Pieces extends Sequence {
        private final long[] displacements;

        Pieces(long[] displacements, LayoutShape[] shapes, long[] starts, long sizeBytes, long low, long high) {
            super(shapes, starts, sizeBytes, low, high, Arrays.hashCode(displacements));
            this.displacements = displacements;
        }

        @Override
        public int count() {
            return displacements.length;
        }

        @Override
        public MemorySegment memory(int i, MemorySegment memory) {
            return memory;
        }

        @Override
        public long place(int i, long at) {
            return at + displacements[i];
        }

        /**
         * Returns the offset of a piece.
         *
         * @param i number of the piece, from 0
         * @return bytes from the first piece; may be negative
         */
        public long displacement(int i) {
            return displacements[i];
        }

        @Override
        boolean isSame(LayoutShape that) {
            return that instanceof Pieces pieces
                    && Arrays.equals(displacements, pieces.displacements)
                    && hasSameShapes(pieces);
        }
    }

    /**
     * One after the other, each in a memory of its own: what absolute addresses are elsewhere. It has no place in any
     * memory, so it ends behind the end of each, and is neither moved nor repeated.
     */
    public static final class Absolute extends Sequence {
        private final MemorySegment[] memories;
        private final long[] offsets;

        private Absolute(
                MemorySegment[] memories, long[] offsets, LayoutShape[] shapes, long[] starts, long sizeBytes) {
            super(shapes, starts, sizeBytes, 0, Long.MAX_VALUE, Arrays.hashCode(memories));
            this.memories = memories;
            this.offsets = offsets;
        }

        /**
         * Returns pieces in memories.
         *
         * @param memories where each lies
         * @param pieces at least one; each holds bytes
         * @return the shape
         */
        public static Absolute of(MemorySegment[] memories, List<Placed> pieces) {
            int count = pieces.size();
            long[] offsets = new long[count];
            LayoutShape[] shapes = new LayoutShape[count];
            long[] starts = new long[count];
            long size = 0;
            for (int i = 0; i < count; i++) {
                offsets[i] = pieces.get(i).displacement();
                shapes[i] = pieces.get(i).shape();
                starts[i] = size;
                size = Math.addExact(size, shapes[i].sizeBytes);
            }
            return new Absolute(memories.clone(), offsets, shapes, starts, size);
        }

        @Override
        public int count() {
            return offsets.length;
        }

        @Override
        public MemorySegment memory(int i, MemorySegment memory) {
            return memories[i];
        }

        @Override
        public long place(int i, long at) {
            return offsets[i];
        }

        /**
         * Returns whether all memories can still be used.
         *
         * @return false after the arena of one has been closed
         */
        public boolean isAlive() {
            for (MemorySegment memory : memories) {
                if (!memory.scope().isAlive()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        boolean isSame(LayoutShape that) {
            return that instanceof Absolute other
                    && Arrays.equals(memories, other.memories)
                    && Arrays.equals(offsets, other.offsets)
                    && hasSameShapes(other);
        }
    }
}
