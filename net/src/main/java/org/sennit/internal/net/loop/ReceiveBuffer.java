package org.sennit.internal.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The one buffer of a loop into which every socket is read: bytes are handed up and done with before the next read, so
 * nothing is allocated for a read. Used with the loop held.
 */
public final class ReceiveBuffer implements RecvByteBufAllocator {
    /**
     * Bytes of a read where nothing long is expected: small messages by the hundred, and the beginning of a long one.
     */
    public static final int SHORT_BYTES = 64 * 1024;

    private static final int READS_IN_A_ROW = 4;

    private final ByteBuffer bytes;
    private final ByteBuf buffer;

    /**
     * Makes the buffer.
     *
     * @param lengthBytes its size
     */
    public ReceiveBuffer(int lengthBytes) {
        // wrapped: it lives as long as the loop, and Netty's leak detector need not know
        bytes = ByteBuffer.allocateDirect(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer = Unpooled.wrappedBuffer(bytes.duplicate().limit(Math.min(lengthBytes, SHORT_BYTES)));
    }

    /** Returns the same memory, little endian, for reads past Netty; position and limit are the reader's. */
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    @Deprecated
    public ReadHandle newHandle() {
        return new ReadHandle();
    }

    /** The read handle that Netty asks for, one for each socket. */
    public final class ReadHandle implements ExtendedHandle {
        private int reads;
        private int attemptedBytes;
        private int lastBytes;
        private ChannelConfig config;

        private ReadHandle() {}

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            // kept by this class with one reference; the reader's release gives the other one back
            return buffer.clear().retain();
        }

        @Override
        public int guess() {
            return buffer.capacity();
        }

        @Override
        public void reset(ChannelConfig config) {
            this.config = config;
            reads = 0;
        }

        @Override
        public void incMessagesRead(int messages) {
            reads += messages;
        }

        @Override
        public void lastBytesRead(int bytes) {
            lastBytes = bytes;
        }

        @Override
        public int lastBytesRead() {
            return lastBytes;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attemptedBytes = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attemptedBytes;
        }

        @Override
        public boolean continueReading() {
            return config.isAutoRead() && lastBytes == attemptedBytes && reads < READS_IN_A_ROW;
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier mayHaveMore) {
            return config.isAutoRead() && reads < READS_IN_A_ROW && mayHaveMore.get();
        }

        @Override
        public void readComplete() {}
    }
}
