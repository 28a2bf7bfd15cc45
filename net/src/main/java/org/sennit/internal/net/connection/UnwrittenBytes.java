package org.sennit.internal.net.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.net.flow.StagingBuffer;
import org.sennit.internal.net.loop.MemoryGoneException;
import org.sennit.internal.net.loop.Transport;
import org.sennit.internal.runtime.memory.MappedFaults;

/**
 * The bytes that a socket has not taken yet: some of a staging buffer, and behind them some of the sender's memory.
 * Everything runs with the loop held.
 */
final class UnwrittenBytes {
    /**
     * Bytes of a sender's memory that are copied for Netty, which learns from the system when a socket takes bytes
     * again.
     */
    private static final int BODY_START_BYTES = 4096;

    private StagingBuffer head; // null: there are none; Netty may have a view of it
    private int headFrom;
    private int headTo;
    private MemorySegment body; // null: nothing follows the head
    private long bodyFrom;
    private long bodyTo;

    boolean isEmpty() {
        return head == null;
    }

    boolean hasBody() {
        return body != null;
    }

    void set(StagingBuffer staging, int from, int to, MemorySegment memory, long memoryFrom, long memoryTo) {
        head = staging;
        headFrom = from;
        headTo = to;
        body = memory;
        bodyFrom = memoryFrom;
        bodyTo = memoryTo;
    }

    /** Returns the staging buffer, of which nothing is left to be written. */
    StagingBuffer clear() {
        StagingBuffer was = head;
        head = null;
        return was;
    }

    /** Writes what the socket takes now; returns whether that was everything. */
    boolean writeTo(Transport transport, Channel channel) throws IOException {
        if (body == null) {
            headFrom += Math.max(transport.write(channel, head.bytes, headFrom, headTo), 0);
            return headFrom == headTo;
        }
        long written = transport.write(channel, head.segment, headFrom, headTo, body, bodyFrom, bodyTo);
        long ofHead = Math.min(Math.max(written, 0), headTo - headFrom);
        headFrom += (int) ofHead;
        bodyFrom += Math.max(written, 0) - ofHead;
        return hasGone();
    }

    /** Returns the bytes of the staging buffer for Netty: a slice, since a closing socket keeps indices of its own. */
    ByteBuf slice() {
        return head.netty.retainedSlice(headFrom, headTo - headFrom);
    }

    /**
     * Takes a copy of the first bytes away, which ends in the sender's memory.
     *
     * @throws MemoryGoneException where a page of a mapped file is not there
     * @throws IllegalStateException where the memory's arena has been closed
     */
    byte[] takeStart() {
        int headLength = headTo - headFrom;
        int length = (int) Math.min(bodyTo - bodyFrom, BODY_START_BYTES);
        byte[] start = new byte[headLength + length];
        MemorySegment copy = MemorySegment.ofArray(start);
        try {
            MemorySegment.copy(head.segment, headFrom, copy, 0, headLength);
            MemorySegment.copy(body, bodyFrom, copy, headLength, length);
            MappedFaults.throwPending(body);
        } catch (InternalError e) { // how the JVM says that a page of a mapped file is not there
            throw new MemoryGoneException();
        }
        headFrom = headTo;
        bodyFrom += length;
        return start;
    }

    /** Returns whether nothing of the sender's memory is left; then it is not held any more. */
    boolean hasGone() {
        if (bodyFrom < bodyTo) {
            return false;
        }
        body = null;
        return true;
    }
}
