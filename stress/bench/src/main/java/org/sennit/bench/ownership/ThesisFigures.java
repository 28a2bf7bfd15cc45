package org.sennit.bench.ownership;

import java.util.Map;
import java.util.TreeMap;

/**
 * Figures of the HMPI thesis, as read off its charts, about 5 per cent: machine Cab (two processors of 8 cores, 16
 * ranks, the C peer MVAPICH2 1.9), both ranks of a pair on one processor. Constants.
 */
final class ThesisFigures {
    /** ns for malloc and free, a pair in the sender's pool, a pair in the receiver's. */
    static final double[] PAIR_NS = {306, 198, 12};

    /** Relative to the peer, percent of communication, of the whole run: FFT of 65,536 points a rank, 16 ranks. */
    static final Gain FFT_SEND_RECEIVE = new Gain(41.5, 27);

    /** The same with ownership. */
    static final Gain FFT_OWNERSHIP = new Gain(54, 35.5);

    /** Relative to ownership, of unpacking fused into the transform. */
    static final Gain FFT_FUSION = new Gain(18, 8.7);

    /** Relative to the peer: MiniMD, 16 ranks. */
    static final Gain MD_SEND_RECEIVE = new Gain(10.1, 2);

    /** The same with ownership. */
    static final Gain MD_OWNERSHIP = new Gain(30, 4.5);

    /** Relative to ownership, of unpacking fused into the forces. */
    static final Gain MD_FUSION = new Gain(8.7, 3.4);

    private static final double PERCENT = 100;

    private ThesisFigures() {}

    /**
     * GB/s of communication plus unpacking.
     *
     * @param peer the C peer
     * @param sendReceive HMPI's messages
     * @param giveTake its ownership passing
     */
    record Unpack(double peer, double sendReceive, double giveTake) {}

    /**
     * What something saves, in percent.
     *
     * @param communication of the time of communication
     * @param run of the whole time
     */
    record Gain(double communication, double run) {
        /** Returns the same relative to something that saves less of the same whole. */
        Gain over(Gain less) {
            return new Gain(over(communication, less.communication), over(run, less.run));
        }

        /** Returns both gains, one after the other. */
        Gain and(Gain more) {
            return new Gain(and(communication, more.communication), and(run, more.run));
        }

        private static double over(double more, double less) {
            return PERCENT * (1 - (PERCENT - more) / (PERCENT - less));
        }

        private static double and(double first, double second) {
            return PERCENT - (PERCENT - first) * (PERCENT - second) / PERCENT;
        }
    }

    /** Returns the figures by size in bytes. */
    static Map<Long, Unpack> unpack() {
        Map<Long, Unpack> bySize = new TreeMap<>();
        bySize.put(8L << 10, new Unpack(4.4, 7.6, 10.5));
        bySize.put(64L << 10, new Unpack(6.35, 10.6, 15));
        bySize.put(2L << 20, new Unpack(6.25, 11.5, 18.2));
        return bySize;
    }
}
