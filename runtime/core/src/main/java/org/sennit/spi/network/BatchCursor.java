package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.sennit.internal.runtime.memory.MappedFaults;

/**
 * For network modules: the position up to which an operation's batch has been copied. Copies segments, by
 * {@link MemorySegment#copy} or by what the module gives, so memory that has gone is an exception and never a crash.
 * Guarded by the lock of the module's connection.
 */
public final class BatchCursor {
    private final PayloadCopy copy;
    private NetworkSend operation;
    private int headerCopied;
    private int slice;
    private long sliceCopied;
    private long remaining;
    private boolean isStarted;

    /** Makes a cursor that points to nothing. */
    public BatchCursor() {
        this(MemorySegment::copy);
    }

    /**
     * Makes a cursor that points to nothing.
     *
     * @param copy copies payloads
     */
    public BatchCursor(PayloadCopy copy) {
        this.copy = copy;
    }

    /** Copies bytes of a payload. */
    @FunctionalInterface
    public interface PayloadCopy {
        /**
         * Copies as {@link MemorySegment#copy(MemorySegment, long, MemorySegment, long, long)} does.
         *
         * @param payload any memory of a user
         * @param from where the bytes begin in it
         * @param to the module's memory
         * @param at where they go in it
         * @param bytes their number
         */
        void copy(MemorySegment payload, long from, MemorySegment to, long at, long bytes);
    }

    /**
     * Points to the start of an operation's batch.
     *
     * @param operation the operation with the batch
     */
    public void start(NetworkSend operation) {
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

    /** Points to nothing. */
    public void clear() {
        operation = null;
    }

    /**
     * Returns whether it points into an operation's batch.
     *
     * @param other the operation
     * @return true when {@link #start} was called with it last
     */
    public boolean isAt(NetworkSend other) {
        return operation == other;
    }

    /**
     * Returns whether bytes of this batch have been sent.
     *
     * @return true after {@link #markStarted}
     */
    public boolean isStarted() {
        return isStarted;
    }

    /** Notes that bytes of this batch have been sent. */
    public void markStarted() {
        isStarted = true;
    }

    /**
     * Returns the number of bytes of the batch that have not been copied yet.
     *
     * @return the bytes of header and payload that are left
     */
    public long remainingBytes() {
        return remaining;
    }

    /**
     * Copies what fits.
     *
     * @param target where to
     * @param from offset of the first byte
     * @param to offset behind the last byte
     * @return the offset behind the last byte that was copied
     * @throws IllegalStateException when the payload's arena has been closed
     * @throws InternalError when the payload is a mapped file that was cut short
     */
    public long copyTo(MemorySegment target, long from, long to) {
        long at = copyBatch(target, from, to);
        remaining -= at - from;
        return at;
    }

    private long copyBatch(MemorySegment target, long from, long to) {
        long at = copyHeader(target, from, to);
        if (headerCopied < operation.headerLength()) {
            return at;
        }
        MemorySegment payload = operation.payload();
        return payload != null ? copyPayload(payload, target, at, to) : copySlices(operation.slices(), target, at, to);
    }

    private long copyHeader(MemorySegment target, long from, long to) {
        int length = (int) Math.min(operation.headerLength() - headerCopied, to - from);
        if (length <= 0) {
            return from;
        }
        MemorySegment.copy(operation.header(), headerCopied, target, from, length);
        headerCopied += length;
        return from + length;
    }

    private long copyPayload(MemorySegment payload, MemorySegment target, long from, long to) {
        long length = Math.min(payload.byteSize() - sliceCopied, to - from);
        if (length > 0) {
            copy.copy(payload, sliceCopied, target, from, length);
            MappedFaults.throwPending(payload);
            sliceCopied += length;
        }
        return from + length;
    }

    private long copySlices(List<MemorySegment> slices, MemorySegment target, long from, long to) {
        long at = from;
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

    /**
     * Returns whether everything has been copied.
     *
     * @return true when nothing is left
     */
    public boolean isExhausted() {
        return remaining == 0;
    }
}
