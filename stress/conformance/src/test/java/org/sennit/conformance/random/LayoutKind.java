package org.sennit.conformance.random;

import org.sennit.message.ArrayOrder;
import org.sennit.message.DataLayout;

/** Kinds of layouts of longs, each with a formula for where an element lies that knows nothing of layouts. */
public enum LayoutKind {
    /** One after the other. */
    IN_A_ROW {
        @Override
        public DataLayout layout(int count) {
            return DataLayout.LONG.count(count);
        }

        @Override
        public int placeOf(int i, int count) {
            return i;
        }
    },
    /** A column of a matrix: 8 of 24 bytes. */
    COLUMN {
        @Override
        public DataLayout layout(int count) {
            return DataLayout.vector(count, 1, 3, DataLayout.LONG);
        }

        @Override
        public int placeOf(int i, int count) {
            return 3 * i;
        }
    },
    /** From the end to the beginning. */
    BACKWARDS {
        @Override
        public DataLayout layout(int count) {
            return DataLayout.vector(count, 1, -2, DataLayout.LONG).byteShifted(16L * (count - 1));
        }

        @Override
        public int placeOf(int i, int count) {
            return 2 * (count - 1 - i);
        }
    },
    /** Blocks of one, two and three at uneven places, in no order. */
    SCATTERED {
        @Override
        public DataLayout layout(int count) {
            int blocks = (count + 2) / 3;
            long[] lengths = new long[blocks];
            long[] places = new long[blocks];
            for (int b = 0; b < blocks; b++) {
                lengths[b] = Math.min(3, count - 3 * b);
                places[b] = placeOf(3 * b, count);
            }
            return DataLayout.indexed(lengths, places, DataLayout.LONG);
        }

        @Override
        public int placeOf(int i, int count) {
            int block = i / 3;
            int swapped = (block ^ 1) * 3 < count ? block ^ 1 : block; // neighbors change places
            return swapped * 5 + block % 2 + i % 3;
        }
    },
    /** Structs of two fields with a hole between them and one behind. */
    STRUCTS {
        @Override
        public DataLayout layout(int count) {
            DataLayout pairs = DataLayout.struct(new long[] {0, 16}, DataLayout.LONG, DataLayout.LONG)
                    .resized(0, 32)
                    .count(count / 2);
            return count % 2 == 0
                    ? pairs
                    : DataLayout.struct(new long[] {0, 16L * (count - 1)}, pairs, DataLayout.LONG);
        }

        @Override
        public int placeOf(int i, int count) {
            return i / 2 * 4 + i % 2 * 2;
        }
    },
    /** The inner part of a matrix of columns, three rows of it in the middle. */
    TILE {
        @Override
        public DataLayout layout(int count) {
            int width = Math.max(1, count / 3);
            DataLayout tile = DataLayout.subarray(
                    new long[] {5, width + 2},
                    new long[] {3, width},
                    new long[] {1, 1},
                    ArrayOrder.ROW_MAJOR,
                    DataLayout.LONG);
            int rest = count - 3 * width;
            return count < 3
                    ? DataLayout.LONG.count(count)
                    : DataLayout.struct(
                            new long[] {0, 8L * placeOf(3 * width, count)}, tile, DataLayout.LONG.count(rest));
        }

        @Override
        public int placeOf(int i, int count) {
            int width = Math.max(1, count / 3);
            if (count < 3) {
                return i;
            }
            return i < 3 * width ? (1 + i / width) * (width + 2) + 1 + i % width : 5 * (width + 2) + i - 3 * width;
        }
    };

    /**
     * A layout of this kind.
     *
     * @param count how many longs it means, at least one
     * @return the layout
     */
    public abstract DataLayout layout(int count);

    /**
     * Where an element lies.
     *
     * @param i the element
     * @param count of how many
     * @return its index in an array of longs
     */
    public abstract int placeOf(int i, int count);

    /**
     * The longs of a memory that holds the layout.
     *
     * @param count how many longs it means
     * @return the length of an array
     */
    public int roomFor(int count) {
        int highest = 0;
        for (int i = 0; i < count; i++) {
            highest = Math.max(highest, placeOf(i, count));
        }
        return highest + 1;
    }
}
