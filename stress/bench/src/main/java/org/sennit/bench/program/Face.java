package org.sennit.bench.program;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;

/**
 * What one direction of an exchange sends: a row of bytes, or a face of a lattice of 8⁴ sites, blocks of doubles at an
 * even distance. The directions of a lattice go along its axes, two along each: the blocks of the first axis are single
 * sites, those of the fourth the whole face. Of matrices of 3 × 3 complex numbers a face has 73,728 bytes. Immutable.
 *
 * @param isOfLattice whether it consists of doubles of a lattice
 * @param memory what it lies in
 * @param blocks the number of blocks
 * @param strideBytes from the beginning of a block to that of the next one
 */
record Face(boolean isOfLattice, Object memory, long blockBytes, int blocks, long strideBytes) {
    private static final int EXTENT = 8;
    private static final int SITES = EXTENT * EXTENT * EXTENT;

    /** Sizes of strided faces are multiples of this: a double a site. */
    public static final int LEAST_BYTES = SITES * Double.BYTES;

    /** Returns the faces of all directions; those of a lattice lie in one memory. */
    static List<Face> of(Communicator world, Plan plan, long sizeBytes) {
        List<Face> faces = new ArrayList<>();
        boolean isStrided = plan.isStrided();
        Object lattice = isStrided ? BenchMemory.ofDoubles(world, plan, EXTENT * whole(sizeBytes)) : null;
        long block = whole(sizeBytes) / SITES;
        for (int direction = 0; direction < plan.directions(); direction++) {
            if (!isStrided) {
                faces.add(new Face(false, BenchMemory.ofBytes(world, plan, sizeBytes), sizeBytes, 1, sizeBytes));
                continue;
            }
            faces.add(new Face(true, lattice, block, (int) (whole(sizeBytes) / block), EXTENT * block));
            block = direction % 2 == 0 ? block : block == whole(sizeBytes) ? whole(sizeBytes) / SITES : block * EXTENT;
        }
        return faces;
    }

    /** Returns the bytes of a strided face: whole doubles of all its sites. */
    static long whole(long sizeBytes) {
        return Math.max(1, sizeBytes / LEAST_BYTES) * LEAST_BYTES;
    }

    long bytes() {
        return blockBytes * blocks;
    }

    DataLayout layout() {
        if (!isOfLattice) {
            return DataLayout.BYTE.count(blockBytes);
        }
        return blocks == 1
                ? DataLayout.DOUBLE.count(blockBytes / Double.BYTES)
                : DataLayout.vector(blocks, blockBytes / Double.BYTES, strideBytes / Double.BYTES, DataLayout.DOUBLE);
    }

    /** Returns memory for what the neighbor sends: a row. */
    Object row(Communicator world, Plan plan) {
        return isOfLattice ? BenchMemory.ofDoubles(world, plan, bytes()) : BenchMemory.ofBytes(world, plan, bytes());
    }

    /** Copies it to a row, as a programmer would write it for one thread: block by block. */
    void copyTo(Object row) {
        if (memory instanceof double[] lattice) {
            int length = (int) blockBytes / Double.BYTES;
            int stride = (int) strideBytes / Double.BYTES;
            for (int block = 0; block < blocks; block++) {
                System.arraycopy(lattice, block * stride, (double[]) row, block * length, length);
            }
            return;
        }
        MemorySegment from = BenchMemory.view(memory);
        MemorySegment to = BenchMemory.view(row);
        for (int block = 0; block < blocks; block++) {
            MemorySegment.copy(from, block * strideBytes, to, block * blockBytes, blockBytes);
        }
    }
}
