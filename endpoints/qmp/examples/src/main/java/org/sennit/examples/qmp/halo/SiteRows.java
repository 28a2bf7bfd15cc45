package org.sennit.examples.qmp.halo;

import java.util.Arrays;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;

/**
 * Sites in any order as a strided array of QMP: rows of sites at an even distance, as long as the order allows, and
 * behind them one double, the time of sending. Sites of one parity of a face come as one row for each line of the face.
 * Used by the endpoint's thread while it declares channels.
 */
final class SiteRows {
    private final long siteBytes;
    private final long[] offset;
    private final long[] block;
    private final int[] count;
    private final long[] stride;
    private int rows;

    private SiteRows(long siteBytes, int capacity) {
        this.siteBytes = siteBytes;
        offset = new long[capacity];
        block = new long[capacity];
        count = new int[capacity];
        stride = new long[capacity];
    }

    /**
     * Declares sites of a field.
     *
     * @param qmp this node
     * @param field the numbers
     * @param siteDoubles the number of for that each site
     * @param sites their numbers in the order of sending
     * @param timeAt the index in the field of the time of sending
     * @return the memory; null as QMP's declarations have it
     */
    static MessageMemory declare(Qmp qmp, double[] field, int siteDoubles, int[] sites, int timeAt) {
        SiteRows rows = new SiteRows((long) siteDoubles * Double.BYTES, sites.length + 1);
        int end;
        for (int first = 0; first < sites.length; first = end) {
            end = endOfRow(sites, first);
            int step = end - first > 1 ? sites[first + 1] - sites[first] : 1;
            rows.add(sites[first] * rows.siteBytes, rows.siteBytes, end - first, step * rows.siteBytes);
        }
        rows.add((long) timeAt * Double.BYTES, Double.BYTES, 1, Double.BYTES);
        return qmp.declareStridedArrayMsgmem(
                field,
                Arrays.copyOf(rows.offset, rows.rows),
                Arrays.copyOf(rows.block, rows.rows),
                Arrays.copyOf(rows.count, rows.rows),
                Arrays.copyOf(rows.stride, rows.rows));
    }

    private static int endOfRow(int[] sites, int first) {
        int end = first + 1;
        while (end < sites.length && sites[end] - sites[end - 1] == sites[first + 1] - sites[first]) {
            end++;
        }
        return end;
    }

    private void add(long offsetBytes, long blockBytes, int blocks, long strideBytes) {
        offset[rows] = offsetBytes;
        block[rows] = blockBytes;
        count[rows] = blocks;
        stride[rows] = strideBytes;
        rows++;
    }
}
