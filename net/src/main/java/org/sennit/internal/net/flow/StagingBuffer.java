package org.sennit.internal.net.flow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Off-heap bytes on their way to a socket, in the three views that the JDK and Netty want. Used with the loop held. */
public final class StagingBuffer {
    /** View for {@link java.nio.channels.SocketChannel}; position and limit are the writer's. */
    public final ByteBuffer bytes;

    /** View for copies and for headers. */
    public final MemorySegment segment;

    /** View for Netty; one use at a time. */
    public final ByteBuf netty;

    /** The size in bytes. */
    public final int capacity;

    // the resend buffer's: its list, the end of the frames in it, and the number of the last one
    StagingBuffer next;
    int end;
    long lastSequence;

    // the sender's memory with the rest of this buffer's one frame, until that is acknowledged or given up; mostly null
    MemorySegment body;
    long bodyFrom;
    long bodyTo;
    GatheredPayload payload;
    boolean isLastOfPayload;
    StagingBuffer copied; // header and body, for a socket that cannot move the body

    StagingBuffer(int capacity) {
        this.capacity = capacity;
        bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
        segment = MemorySegment.ofBuffer(bytes);
        netty = Unpooled.wrappedBuffer(bytes.duplicate());
    }
}
