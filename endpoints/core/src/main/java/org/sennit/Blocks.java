package org.sennit;

import org.sennit.internal.endpoints.coll.schedule.TabledBlocks;
import org.sennit.message.DataLayout;
import org.sennit.message.SennitException;

/**
 * The blocks of a memory, one for each rank or neighbor: the place and the elements of each. Block i is sent to, or
 * received from, rank i. Counts are numbers of elements, displacements are numbers of extents of the element from the
 * beginning of the memory, as in MPI's …v calls; with a layout for each block they are those of MPI_Alltoallw.
 *
 * <p>Immutable, and not for implementation by users: make one and use it again, in any thread; then a blocking
 * collective with it allocates nothing. (MPI 4.1, sections 6.5 to 6.8)
 */
public interface Blocks {
    /**
     * Blocks one behind the other, from where the memory begins. (MPI_Reduce_scatter, and what most others need)
     *
     * @param element what the counts count: a bare type, or a layout that is repeated at its extent
     * @param counts elements of each block
     * @return the blocks
     * @throws SennitException COUNT when a count is negative or all is larger than memory can be; final
     */
    static Blocks of(DataLayout element, int[] counts) {
        return of(element, TabledBlocks.longs(counts));
    }

    /**
     * Blocks one behind the other, from where the memory begins.
     *
     * @param element what the counts count: a bare type, or a layout that is repeated at its extent
     * @param counts elements of each block
     * @return the blocks
     * @throws SennitException COUNT when a count is negative or all is larger than memory can be; final
     */
    static Blocks of(DataLayout element, long[] counts) {
        return TabledBlocks.consecutive(element, counts);
    }

    /**
     * Blocks anywhere. (MPI_Gatherv, MPI_Scatterv, MPI_Allgatherv, MPI_Alltoallv)
     *
     * @param element what the counts count: a bare type, or a layout that is repeated at its extent
     * @param counts elements of each block
     * @param displacements the start of each block, in extents of the element
     * @return the blocks
     * @throws SennitException COUNT when a count is negative or all is larger than memory can be, ARG when there are
     *     not as many displacements as counts; final
     */
    static Blocks of(DataLayout element, int[] counts, int[] displacements) {
        return of(element, TabledBlocks.longs(counts), TabledBlocks.longs(displacements));
    }

    /**
     * Blocks anywhere, however large.
     *
     * @param element what the counts count: a bare type, or a layout that is repeated at its extent
     * @param counts elements of each block
     * @param displacements the start of each block, in extents of the element
     * @return the blocks
     * @throws SennitException as for {@link #of(DataLayout, int[], int[])}
     */
    static Blocks of(DataLayout element, long[] counts, long[] displacements) {
        return TabledBlocks.of(element, counts, displacements);
    }

    /**
     * Blocks of any layouts. (MPI_Alltoallw)
     *
     * @param layouts a layout for each block; a bare type is one element
     * @param offsetsBytes where each begins
     * @return the blocks
     * @throws SennitException COUNT when all is larger than memory can be, ARG when there are not as many offsets as
     *     layouts; final
     */
    static Blocks of(DataLayout[] layouts, long[] offsetsBytes) {
        return TabledBlocks.of(layouts, offsetsBytes);
    }

    /**
     * Returns the number of blocks.
     *
     * @return at least 0
     */
    int length();

    /**
     * Returns the data of a block.
     *
     * @param block its number
     * @return bytes, without gaps
     */
    long bytes(int block);

    /**
     * Returns the element that the counts count.
     *
     * @return the element; where each block has a layout, the primitive type, or {@link #layout} when there are several
     */
    DataLayout element();

    /**
     * Returns all blocks as one layout, in the order of the ranks.
     *
     * @return which elements of the memory are meant
     */
    DataLayout layout();
}
