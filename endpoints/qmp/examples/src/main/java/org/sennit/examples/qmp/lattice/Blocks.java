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
     * Returns the number of sites.
     *
     * @return sites of all repetitions
     */
    public int sites() {
        return first.length * block * count;
    }

    /**
     * Returns the numbers of the sites, in the order in which they are sent.
     *
     * @return one number a site
     */
    public int[] numbers() {
        int[] numbers = new int[sites()];
        int next = 0;
        for (int start : first) {
            for (int k = 0; k < count * block; k++) {
                numbers[next++] = start + k / block * stride + k % block;
            }
        }
        return numbers;
    }
}
