package org.sennit.internal.shm.protocol;

import org.sennit.config.Option;
import org.sennit.internal.runtime.trace.MessageProtocol;

/**
 * The protocol for longer messages: the sender puts a reference to its memory into the receiver's inbox; after the
 * match the receiver copies directly from that memory and completes both sides. One copy, no staging, no progress of
 * the sender. (HMPI's single-copy protocol; Friedley et al., Hybrid MPI, 2013.) The sending is {@link SingleCopySend},
 * the copying {@link ActiveTransfers}.
 *
 * @param shortestBytes the shortest message that goes this way
 * @param longestBytes the longest message that goes this way
 * @param progressBytes the most bytes that one call for progress copies for the transfers under way
 */
public record SingleCopyProtocol(long shortestBytes, long longestBytes, long progressBytes)
        implements TransferProtocol {
    /** The most bytes copied in one call for progress. */
    public static final Option<Long> PROGRESS = Option.ofLong(
            "progress.bytes",
            // Between two endpoints, near cores, warm | fresh memory, us one way with 64 KiB, 256 KiB, 1 MiB: 1 MiB 65,
            // 64, 60 | 71, 70, 72; 4 MiB 312, 316, 313 | 325, 315, 317. 256 KiB take 6 us warm to 17 us fresh.
            256 << 10,
            0,
            Long.MAX_VALUE,
            "bytes",
            "most bytes that one progress call copies for transfers under way, and as many again for messages just"
                    + " matched; the rest waits for the next call (0 counts as 1)");

    @Override
    public String name() {
        return MessageProtocol.SINGLE_COPY.toString();
    }

    @Override
    public String thresholds() {
        return PROGRESS.name() + "=" + progressBytes;
    }

    @Override
    public String explain() {
        return "the receiver copies once, straight from the sender's memory, and completes both sides; also for"
                + " synchronous sends of any size, for all standard sends while the receiver is flooded, and for longer"
                + " messages whose receive memory is confined to its thread";
    }
}
