package org.sennit.internal.shm.protocol;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.sennit.config.Options;
import org.sennit.internal.runtime.memory.MemoryViews;

/**
 * Selects the protocol of a message inside a JVM. The sender decides between immediate and a reference to its memory
 * when it sends, the receiver between single copy and synergistic when it has matched. Immutable; one for each process.
 *
 * @param immediate for short messages
 * @param singleCopy for the others
 * @param synergistic for long ones
 */
public record ProtocolSelection(
        ImmediateProtocol immediate, SingleCopyProtocol singleCopy, SynergisticProtocol synergistic) {
    /**
     * Returns the protocols for a job's options.
     *
     * @param endpoints the number of endpoints that the process has
     */
    public static ProtocolSelection of(Options options, int endpoints) {
        ImmediateProtocol immediate = ImmediateProtocol.of(options, endpoints);
        SynergisticProtocol synergistic = new SynergisticProtocol(
                options.value(SynergisticProtocol.FROM), Math.max(1, options.value(SynergisticProtocol.BLOCK)));
        SingleCopyProtocol singleCopy = new SingleCopyProtocol(
                immediate.limitBytes() + 1L,
                synergistic.shortestBytes() - 1,
                Math.max(1, options.value(SingleCopyProtocol.PROGRESS)));
        return new ProtocolSelection(immediate, singleCopy, synergistic);
    }

    /** Returns all protocols, from short to long. */
    public List<TransferProtocol> all() {
        return List.of(immediate, singleCopy, synergistic);
    }

    /**
     * Returns the message sizes of a protocol where only the size decides; where ranges overlap, the earlier protocol
     * is chosen.
     *
     * @param protocol one of {@link #all}
     * @return such as {@code 257 to 131071 bytes}
     */
    public String range(TransferProtocol protocol) {
        long from = protocol == immediate ? 0 : Math.max(protocol.shortestBytes(), immediate.limitBytes() + 1L);
        long to = protocol.longestBytes();
        if (to < from || from == Long.MAX_VALUE) {
            return "no size";
        }
        return to >= Long.MAX_VALUE - 1 ? from + " bytes and more" : from + " to " + to + " bytes";
    }

    /**
     * Selects the protocol of a matched message whose payload is in the sender's memory.
     *
     * @param to the receiver's memory
     * @param isToOneself whether sender and receiver are the same endpoint
     * @return single copy or synergistic
     */
    TransferProtocol chooseAtMatch(long lengthBytes, MemorySegment to, boolean isToOneself) {
        return synergistic.covers(lengthBytes) && lengthBytes > 0 && !isToOneself && !MemoryViews.isConfined(to)
                ? synergistic
                : singleCopy;
    }
}
