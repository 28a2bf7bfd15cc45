package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.FragmentCopy;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.DataLayout;
import org.sennit.spi.packet.Envelope;

/** The offers of an inbox: a message with its payload, by reference, or by number. Any thread. */
abstract class InboxProducer extends InboxChunks {
    /**
     * Cells that a producer fetches at once, a power of two. (4, 8, 16, 32, near: 22, 28, 27, 26 million messages a
     * second.)
     */
    public static final int AHEAD = 8;

    InboxProducer(InboxSettings settings) {
        super(settings);
    }

    /**
     * Puts a message with its payload into the inbox; the payload's memory is free again on return.
     *
     * @param envelope the envelope, copied
     * @param offset where the payload begins, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     */
    public final void offer(Envelope envelope, MemorySegment payload, long offset, DataLayout layout) {
        long position = claim();
        InboxChunk chunk = chunkFor(position);
        long cell = chunk.cell(position);
        int place = InboxCell.IN_CELL;
        boolean isCopied = false;
        try {
            int length = (int) envelope.lengthBytes;
            if (length <= InboxCell.PAYLOAD_BYTES && layout == null) {
                MemoryCopy.copy(payload, offset, OwnMemory.of(chunk.cells), cell + InboxCell.PAYLOAD, length);
            } else {
                place = copyElsewhere(chunk, position, payload, offset, layout, length);
            }
            isCopied = true;
        } finally {
            if (!isCopied) { // the memory was closed under us: the claimed cell must not stay a hole
                publishVoid(chunk, position);
            }
        }
        InboxCell.write(chunk.cells, cell, envelope, place);
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    /**
     * Fast path: puts a message into the inbox whose payload lies in an array.
     *
     * @param contextId the communicator's context id
     * @param sourceRank the sender's rank
     * @param signature the type signature
     * @param array as {@link ArrayCopy} takes it
     * @param offset where the payload begins, in bytes
     * @param length of the payload, in bytes; not checked here
     * @return the position of the message
     */
    public final long offerArray(
            int contextId, int sourceRank, int tag, int signature, Object array, int offset, int length) {
        long position = claim();
        InboxChunk chunk = chunkFor(position);
        MemorySegment memory = OwnMemory.of(chunk.cells);
        long cell = chunk.cell(position);
        int place = InboxCell.IN_CELL;
        if (length <= InboxCell.PAYLOAD_BYTES) {
            ArrayCopy.copyFrom(array, offset, memory, cell + InboxCell.PAYLOAD, length);
        } else {
            place = InboxCell.IN_EXTENSION;
            copyBeside(chunk, position, array, offset, length);
        }
        InboxCell.write(
                memory,
                cell,
                InboxCell.pair(Envelope.SEND, contextId),
                InboxCell.pair(sourceRank, tag),
                InboxCell.pair(signature, place),
                length);
        InboxCell.sequenceRelease(memory, cell, position + 1);
        Reference.reachabilityFence(chunk);
        return position;
    }

    /**
     * Fetches the cache lines of the next {@value #AHEAD} cells for writing, all at once, if the newest chunk contains
     * them. Called by a producer that sends consecutive messages without another producer in between. A claim waits
     * until earlier stores have left the store buffer, so without this each message would wait for the transfer of one
     * line that the consumer has read. (Windows of 64 messages of 8 bytes, million messages a second: near cores 23
     * instead of 15, far 9 instead of 5.)
     *
     * <p>Benign race: the store that fetches a line may come after another producer has claimed and filled the cell; it
     * stores the value that is there. jcstress: InboxStress.FetchedAhead.
     *
     * @param position the position of the producer's last message
     */
    public final void fetchAhead(long position) {
        InboxChunk chunk = lastChunkFor(position + AHEAD);
        if (chunk == null) {
            return;
        }
        for (int i = 1; i <= AHEAD; i++) {
            InboxCell.touch(chunk.cells, chunk.cell(position + i));
        }
        Reference.reachabilityFence(chunk);
    }

    /**
     * Fast path of the network: puts a message into the inbox whose payload lies in a buffer.
     *
     * @param envelope its envelope, of the kind SEND; at most {@link #immediateBytes} long, which is not checked here
     * @param at where the payload begins in it, not before its position
     * @param process from which process it came
     * @param copy the connection's
     */
    public final void offerBuffer(Envelope envelope, ByteBuffer bytes, int at, int process, FragmentCopy copy) {
        offerCopy(envelope, bytes, at, process, copy);
    }

    /**
     * As {@link #offerBuffer}, where the payload lies in memory that two processes map.
     *
     * @param envelope its envelope, as for {@link #offerBuffer}
     * @param memory off-heap memory of the runtime that stays for the call
     * @param at where the payload begins in it
     * @param process from which process it came
     */
    public final void offerShort(Envelope envelope, MemorySegment memory, long at, int process) {
        offerCopy(envelope, memory, at, process, null);
    }

    private void offerCopy(Envelope envelope, Object payload, long at, int process, FragmentCopy copy) {
        int length = (int) envelope.lengthBytes;
        long position = claim();
        InboxChunk chunk = chunkFor(position);
        long cell = chunk.cell(position);
        int place = InboxCell.IN_CELL;
        boolean isCopied = false;
        try {
            if (length <= InboxCell.PAYLOAD_BYTES) {
                copyIn(payload, at, copy, OwnMemory.of(chunk.cells), cell + InboxCell.PAYLOAD, length);
            } else {
                place = InboxCell.IN_EXTENSION;
                copyIn(payload, at, copy, extensionsOf(chunk), chunk.extension(position), length);
            }
            isCopied = true;
        } finally {
            if (!isCopied) { // no memory, no stack, or a file that was cut: the claimed cell must not stay a hole
                publishVoid(chunk, position);
            }
        }
        InboxCell.write(chunk.cells, cell, envelope, InboxCell.placeFrom(place, process));
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    /** Copies a payload out of a buffer with the connection's copier, or out of memory without one. */
    private static void copyIn(Object from, long at, FragmentCopy copy, MemorySegment to, long toAt, int length) {
        if (copy == null) {
            MemoryCopy.copy((MemorySegment) from, at, to, toAt, length);
        } else {
            copy.copyFrom((ByteBuffer) from, (int) at, to, toAt, length);
        }
    }

    private void copyBeside(InboxChunk chunk, long position, Object array, int offset, int length) {
        boolean isCopied = false;
        try {
            ArrayCopy.copyFrom(array, offset, extensionsOf(chunk), chunk.extension(position), length);
            isCopied = true;
        } finally {
            if (!isCopied) { // no memory: the claimed cell must not stay a hole
                publishVoid(chunk, position);
            }
        }
    }

    private static void publishVoid(InboxChunk chunk, long position) {
        InboxCell.write(chunk.cells, chunk.cell(position), InboxCell.VOID, InboxCell.IN_CELL);
        InboxCell.sequenceRelease(chunk.cells, chunk.cell(position), position + 1);
    }

    /** Copies a payload that is longer than a cell, or has gaps at its source. */
    private int copyElsewhere(
            InboxChunk chunk, long position, MemorySegment payload, long offset, DataLayout layout, int length) {
        boolean isInCell = length <= InboxCell.PAYLOAD_BYTES;
        MemorySegment to = isInCell ? chunk.cells : extensionsOf(chunk);
        long toOffset =
                isInCell ? chunk.index(position) * InboxCell.BYTES + InboxCell.PAYLOAD : chunk.extension(position);
        if (layout == null) {
            MemoryCopy.copy(payload, offset, to, toOffset, length);
        } else {
            LayoutCopy.copy(payload, offset, layout, to, toOffset, null, 0, length);
        }
        return isInCell ? InboxCell.IN_CELL : InboxCell.IN_EXTENSION;
    }

    /**
     * Puts a message into the inbox by reference to its payload.
     *
     * @param envelope the envelope, copied
     * @param source what will deliver the payload when the message is matched
     */
    public final void offer(Envelope envelope, PayloadSource source) {
        offer(envelope, source, InboxCell.FROM_HERE);
    }

    /**
     * Puts a message of another process into the inbox by reference to its payload.
     *
     * @param envelope the envelope, copied
     * @param source what will deliver the payload when the message is matched
     * @param process from which process it came, when it counts against that one's window; else −1
     */
    public final void offer(Envelope envelope, PayloadSource source, int process) {
        long position = claim();
        InboxChunk chunk = chunkFor(position);
        long cell = chunk.cell(position);
        chunk.references[(int) chunk.index(position)] = source;
        InboxCell.write(chunk.cells, cell, envelope, InboxCell.placeFrom(InboxCell.BY_REFERENCE, process));
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    /** Puts a message into the inbox whose payload is that of a source in the {@link SourceTable}. */
    public final void offerByHandle(Envelope envelope, long word) {
        offerByHandle(
                envelope.contextId, envelope.sourceRank, envelope.tag, envelope.signature, envelope.lengthBytes, word);
    }

    /**
     * Puts a message into the inbox whose payload is that of a source in the {@link SourceTable}.
     *
     * @param contextId the communicator's context id
     * @param sourceRank the sender's rank
     * @param signature the type signature
     * @param word the number of the source in the lower 31 bits; the upper 32 are passed to the receiver
     */
    public final void offerByHandle(
            int contextId, int sourceRank, int tag, int signature, long lengthBytes, long word) {
        long position = claim();
        InboxChunk chunk = chunkFor(position);
        MemorySegment memory = OwnMemory.of(chunk.cells);
        long cell = chunk.cell(position);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, cell + InboxCell.PAYLOAD, word);
        InboxCell.write(
                memory,
                cell,
                InboxCell.pair(Envelope.GIVE, contextId),
                InboxCell.pair(sourceRank, tag),
                InboxCell.pair(signature, InboxCell.HANDLE),
                lengthBytes);
        InboxCell.sequenceRelease(memory, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }
}
