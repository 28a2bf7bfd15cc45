package org.sennit.internal.shm.protocol;

import org.sennit.config.Option;
import org.sennit.internal.runtime.trace.MessageProtocol;

/**
 * The protocol for long messages: single copy in blocks, with which the sender helps from its own calls while it waits,
 * so that both cores copy. (HMPI's synergistic protocol: Friedley et al., Hybrid MPI, 2013.) The state machine is
 * {@link SharedBlocks}.
 *
 * <p>Receiver and helper work towards each other from both ends of the message, so that each streams through memory of
 * its own. With HMPI's single counter, from which both take the next block, the two cores write adjacent memory.
 * Speed-up over one core, near cores, warm | fresh memory, 1 MiB of heap memory in blocks of 16, 64, 256 KiB: one
 * counter 1.1, 1.5, 2.7 | 1.6, 2.1, 1.8; both ends 2.3, 2.8, 2.9 | 2.7, 2.7, 2.2 (class
 * org.sennit.bench.copy.CopyComparison).
 *
 * @param shortestBytes the shortest message that goes this way
 * @param blockBytes the largest block, in bytes
 */
public record SynergisticProtocol(long shortestBytes, long blockBytes) implements TransferProtocol {
    /** The shortest message that the sender helps with. */
    public static final Option<Long> FROM = Option.ofLong(
            "synergistic.min",
            // Single copy and synergistic between two endpoints, arrays, us one way, medians, near, warm | fresh:
            // 128 KiB fresh 6.4 and 7.7; 256 KiB 6.5 and 5.8 | 17.4 and 10.1; 512 KiB 14.7 and 9.7 | 34.9 and 18.0;
            // 1 MiB 49.4 and 28.7 | 71.2 and 36.0; 4 MiB 316 and 167 | 315 and 173. Far: 64 KiB 9.7 and 9.6 | 7.3 and
            // 8.3, 128 KiB 6.4 and 6.8 warm.
            256 << 10,
            0,
            Long.MAX_VALUE,
            "bytes",
            "shortest message that a waiting sender helps to copy; for shorter ones the coordination costs more than"
                    + " it saves");

    /** The largest block. */
    public static final Option<Long> BLOCK = Option.ofLong(
            "synergistic.block",
            // Near, us one way in blocks of 32, 64, 128, 256 KiB: 1 MiB fresh 37.1, 36.5, 36.7, 37.6; 4 MiB warm 173,
            // 167, 168, 165, fresh 179, 173, 174, 179.
            64 << 10,
            0,
            Long.MAX_VALUE,
            "bytes",
            "largest block of a long message that sender and receiver copy in turn; a shorter message is cut in eight"
                    + " (0 counts as 1)");

    /**
     * Number of blocks of a message that is shorter than this many of the largest blocks. Rule of thumb, not measured.
     */
    private static final int FEWEST_BLOCKS = 8;

    /** Blocks begin at multiples of a cache line from the beginning of the message. */
    private static final long LINE_BYTES = 64;

    /** Returns whether a message of this length is synergistic: from the threshold up. */
    public boolean covers(long lengthBytes) {
        return lengthBytes >= shortestBytes;
    }

    /**
     * Returns the block size of a message: small, so that the side that finishes first does
     * not wait long for the other.
     *
     * @param lengthBytes its length, above 0
     * @return bytes, above 0
     */
    public long blockBytesOf(long lengthBytes) {
        long wanted = (lengthBytes / FEWEST_BLOCKS + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
        long block = Math.max(1, Math.min(blockBytes, Math.max(wanted, LINE_BYTES)));
        return Math.max(block, lengthBytes / SharedBlocks.MOST_BLOCKS + 1);
    }

    @Override
    public String name() {
        return MessageProtocol.SYNERGISTIC.toString();
    }

    @Override
    public long longestBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public String thresholds() {
        return FROM.name() + "=" + shortestBytes + " " + BLOCK.name() + "=" + blockBytes;
    }

    @Override
    public String explain() {
        return "single copy in blocks, taken from both ends: the receiver copies, and the sender, while it waits, from"
                + " the other end; not for receive memory that is confined to its thread, nor to oneself";
    }
}
