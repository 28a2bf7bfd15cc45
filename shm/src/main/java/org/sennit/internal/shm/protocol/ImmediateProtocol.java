package org.sennit.internal.shm.protocol;

import java.lang.foreign.MemorySegment;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.message.DataLayout;
import org.sennit.spi.packet.Envelope;

/**
 * The protocol for short messages: the payload is copied into the receiver's inbox, which completes the send. Allocates
 * nothing. (The immediate protocol of HMPI: Friedley et al., Hybrid MPI, 2013.)
 *
 * @param limitBytes the longest message that goes this way, in bytes
 */
public record ImmediateProtocol(int limitBytes) implements TransferProtocol {
    /**
     * The longest message that is copied into the receiver's inbox. One way between arrays, by single copy and by this
     * protocol, medians in ns: 2 KiB near cores 177 to 184 and 145 to 156; 1 KiB near 190 to 310 and 100 to 175, far
     * 1160 to 1270 and 640 to 690; 512 bytes far 1020 to 1200 and 460 to 550. Every cell of an inbox has an extension
     * of this size once one message needs it, so processes with many endpoints have a default of {@link #OF_MANY}.
     */
    public static final Option<Integer> LIMIT = Option.ofInt(
            "immediate.max",
            2048,
            0,
            65536,
            "bytes",
            "longest message that is copied into the inbox of its receiver; longer ones are copied once, directly from"
                    + " the sender's memory; the default is 256 in processes with more than 64 endpoints");

    /** The default in processes of more than {@link #FEW} endpoints. */
    private static final int OF_MANY = 256;

    private static final int FEW = 64;

    /**
     * Chooses the limit.
     *
     * @param endpoints the number of endpoints that the process has
     */
    static ImmediateProtocol of(Options options, int endpoints) {
        int limit = options.value(LIMIT);
        boolean isDefault = options.origin(LIMIT).equals(Options.DEFAULT_ORIGIN);
        return new ImmediateProtocol(isDefault && endpoints > FEW ? OF_MANY : limit);
    }

    /** Returns whether a message of this length is immediate: up to and including the limit. */
    public boolean covers(long lengthBytes) {
        return lengthBytes <= limitBytes;
    }

    @Override
    public String name() {
        return MessageProtocol.IMMEDIATE.toString();
    }

    @Override
    public long shortestBytes() {
        return 0;
    }

    @Override
    public long longestBytes() {
        return limitBytes;
    }

    @Override
    public String thresholds() {
        return LIMIT.name() + "=" + limitBytes;
    }

    @Override
    public String explain() {
        return "the payload is copied into the receiver's inbox, where one cache line carries envelope and up to 88"
                + " bytes, and the sender is done; not for synchronous sends, and not while the receiver is flooded";
    }

    /**
     * Sends; any thread may call.
     *
     * @param inbox the receiver's inbox
     * @param envelope the envelope, copied
     * @param payload the memory, free again on return
     * @param offset where the message begins in it, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     */
    public void send(ManyToOneInbox inbox, Envelope envelope, MemorySegment payload, long offset, DataLayout layout) {
        inbox.offer(envelope, payload, offset, layout);
    }
}
