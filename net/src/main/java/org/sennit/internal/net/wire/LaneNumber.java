package org.sennit.internal.net.wire;

/**
 * The number of a lane of a process, by which lanes know each other in handshakes: a connection is one of two lanes,
 * and of two that connect at once the lower one's socket stays. The first lane's number is the process's.
 *
 * <pre>
 *   31: 0 | 30 ... 24: the lane | 23 ... 0: the process
 * </pre>
 */
public final class LaneNumber {
    /** No process has a number as high as this. */
    public static final int PROCESSES = 1 << 24;

    /** No process has more lanes than this. */
    public static final int MOST_LANES = 16;

    private static final int PROCESS_BITS = 24;

    private LaneNumber() {}

    /**
     * Returns the number of a lane.
     *
     * @param process 0 up to {@link #PROCESSES}, exclusive
     * @param lane 0 up to {@link #MOST_LANES}, exclusive
     */
    public static int of(int process, int lane) {
        return lane << PROCESS_BITS | process;
    }

    /**
     * Returns whose lane it is.
     *
     * @param number of a lane; negative: none
     * @return the process; negative for none
     */
    public static int process(int number) {
        return number < 0 ? number : number & PROCESSES - 1;
    }
}
