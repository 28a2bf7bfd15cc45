package org.sennit.examples.qmp.lattice;

/**
 * Sites in blocks of equal length and distance, and this several times over: a strided array of QMP, counted in sites.
 *
 * @param first the first site of each repetition
 * @param block sites of a block
 * @param count blocks of a repetition
 * @param stride sites from the begin of a block to that of the next
 */
public record Blocks(int[] first, int block, int count, int stride) {
    /**
     * Returns how many sites there are.
     *
     * @return sites of all repetitions
     */
    public int sites() {
        return first.length * block * count;
    }
}
