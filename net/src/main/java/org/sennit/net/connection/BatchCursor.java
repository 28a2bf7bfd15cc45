package org.sennit.net.connection;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.sennit.runtime.netmod.NetworkSend;

/**
 * How much of an operation's batch has been copied out. Copies by {@link MemorySegment#copy} only, so memory that has gone
 * is an exception here and never a crash. Used with the loop held.
 */
final class BatchCursor {
    private NetworkSend operation;
    private int headerCopied;
    private int slice;
    private long sliceCopied;
    private long remaining;
    private boolean isStarted;

    /** Points to the start of the operation's batch. */
    void start(NetworkSend operation) {
        this.operation = operation;
        headerCopied = 0;
        slice = 0;
        sliceCopied = 0;
        isStarted = false;
        remaining = operation.headerLength() + payloadLength(operation);
    }

    private static long payloadLength(NetworkSend operation) {
        if (operation.payload() != null) {
            return operation.payload().byteSize();
        }
        long length = 0;
        for (MemorySegment slice : operation.slices()) {
            length += slice.byteSize();
        }
        return length;
    }

    /** The bytes that have not been copied. */
    long remaining() {
        return remaining;
    }

    void clear() {
        operation = null;
    }

    boolean isAt(NetworkSend other) {
        return operation == other;
    }

    /** Whether bytes of this batch are in a frame that has been written. */
    boolean isStarted() {
        return isStarted;
    }

    void markStarted() {
        isStarted = true;
    }

    /**
     * Copies what fits.
     *
     * @return the offset behind the last byte that was copied
     */
    int copyTo(MemorySegment target, int from, int to) {
        int at = copyBatch(target, from, to);
        remaining -= at - from;
        return at;
    }

    private int copyBatch(MemorySegment target, int from, int to) {
        int at = copyHeader(target, from, to);
        if (headerCopied < operation.headerLength()) {
            return at;
        }
        MemorySegment payload = operation.payload();
        return payload != null ? copyPayload(payload, target, at, to) : copySlices(operation.slices(), target, at, to);
    }

    private int copyHeader(MemorySegment target, int from, int to) {
        int length = Math.min(operation.headerLength() - headerCopied, to - from);
        if (length <= 0) {
            return from;
        }
        MemorySegment.copy(operation.header(), headerCopied, target, from, length);
        headerCopied += length;
        return from + length;
    }

    private int copyPayload(MemorySegment payload, MemorySegment target, int from, int to) {
        int length = (int) Math.min(payload.byteSize() - sliceCopied, to - from);
        if (length > 0) {
            MemorySegment.copy(payload, sliceCopied, target, from, length);
            sliceCopied += length;
        }
        return from + length;
    }

    private int copySlices(List<MemorySegment> slices, MemorySegment target, int from, int to) {
        int at = from;
        while (slice < slices.size() && at < to) {
            MemorySegment memory = slices.get(slice);
            at = copyPayload(memory, target, at, to);
            if (sliceCopied == memory.byteSize()) {
                slice++;
                sliceCopied = 0;
            }
        }
        return at;
    }

    boolean isExhausted() {
        if (headerCopied < operation.headerLength()) {
            return false;
        }
        MemorySegment payload = operation.payload();
        if (payload != null) {
            return sliceCopied == payload.byteSize();
        }
        List<MemorySegment> slices = operation.slices();
        while (slice < slices.size() && sliceCopied == slices.get(slice).byteSize()) {
            slice++; // empty slices at the end
            sliceCopied = 0;
        }
        return slice == slices.size();
    }
}
