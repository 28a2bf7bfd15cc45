package org.sennit.net.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Off-heap bytes on their way to a socket, in the three views that the JDK and Netty want. Owned by one writer. */
final class StagingBuffer {
    final ByteBuffer bytes;
    final MemorySegment segment;
    final ByteBuf netty;
    final int capacity;

    StagingBuffer(int capacity) {
        this.capacity = capacity;
        bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
        segment = MemorySegment.ofBuffer(bytes);
        netty = Unpooled.wrappedBuffer(bytes.duplicate());
    }
}
