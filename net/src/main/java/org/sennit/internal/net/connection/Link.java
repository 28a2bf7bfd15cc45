package org.sennit.internal.net.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.net.flow.StagingBuffer;
import org.sennit.internal.net.loop.MemoryGoneException;
import org.sennit.internal.net.loop.ReceiveBuffer;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.FrameReader;
import org.sennit.internal.net.wire.FrameSink;

/**
 * One socket: reads frames, writes staged bytes directly while the socket takes them, and leaves the rest to Netty. The
 * last handler of its channel, and without TLS the only one; with TLS everything goes through Netty's pipeline, one
 * staging buffer at a time. Everything runs with the loop held.
 *
 * <p>A link belongs to a handshake until that succeeds, then to a connection. A failure is reported to its owner once,
 * with the first cause.
 */
final class Link extends ChannelInboundHandlerAdapter implements FrameSink {
    /** The current owner of a link. */
    interface Owner {
        /** Takes a frame's header. */
        void begin(Link link, byte kind, int flags, int length, long sequence, long acknowledgement);

        /** Takes bytes of packets; valid during the call. */
        void data(Link link, ByteBuffer bytes);

        /** Returns memory to read the next bytes of packets into; null to get them by {@link #data}. */
        default MemorySegment room(Link link, int mostBytes) {
            return null;
        }

        /** Returns the offset of the room in it. */
        default long roomOffset(Link link) {
            throw new IllegalStateException("no room was offered");
        }

        /** Returns the length of the room. */
        default long roomBytes(Link link) {
            throw new IllegalStateException("no room was offered");
        }

        /** Takes note of bytes that have been written to the room. */
        default void filled(Link link, int bytes) {
            throw new IllegalStateException("no room was offered");
        }

        /** Called when the system cannot write to the memory, so that the message cannot be received. */
        default void roomLost(Link link, Throwable cause) {
            throw new IllegalStateException("no room was offered", cause);
        }

        /** Takes a frame of another kind. */
        void control(Link link, byte kind, ByteBuffer body);

        /** Called when the socket takes bytes again. */
        void writable(Link link);

        /** Called when the socket has ended without a close by this side; cause is never null. */
        void broken(Link link, Throwable cause);
    }

    private static final byte[] NO_BINDING = {};

    /**
     * Shortest rest of a frame that is read by a system call of its own, in bytes: the call costs 1 µs, as a copy of 20
     * KiB does.
     */
    private static final int LEAST_STRAIGHT_BYTES = 32 * 1024;

    private static final int END = -1;
    private static final int NOT_STRAIGHT = -2;

    private final LaneLinks lane;
    private final Channel channel;
    private final boolean isTls;
    private final FrameReader reader = new FrameReader(this);

    private Owner owner;
    private final UnwrittenBytes unwritten = new UnwrittenBytes();
    private boolean isInWrite;
    private Throwable writeFailure;
    private boolean
            isControlPending; // unwritten is a control frame, whose buffer goes back to the pool when it is flushed
    private boolean isSecured;
    private boolean isBroken; // a write has failed; the report to the owner is pending
    private boolean isClosed;
    private boolean wasHeard;

    Link(LaneLinks lane, Channel channel, boolean isTls, Owner owner) {
        this.lane = lane;
        this.channel = channel;
        this.isTls = isTls;
        this.owner = owner;
    }

    Channel channel() {
        return channel;
    }

    boolean isTls() {
        return isTls;
    }

    /**
     * Returns the channel binding that a proof over this socket must contain; empty where no man in the middle is
     * possible.
     */
    byte[] binding() {
        return isTls ? lane.routes().security().binding(channel) : NO_BINDING;
    }

    void setOwner(Owner owner) {
        this.owner = owner;
    }

    boolean isClosed() {
        return isClosed;
    }

    // ---- writing ----

    /** Returns whether a write goes straight to the socket. */
    boolean isWritable() {
        return unwritten.isEmpty() && !isClosed && !isBroken;
    }

    /** Returns whether all written bytes have gone to the kernel. */
    boolean isFlushed() {
        return unwritten.isEmpty();
    }

    /** Returns whether bytes of a session's frames have not gone to the kernel: their buffer must stay as it is. */
    boolean holdsFrames() {
        return !unwritten.isEmpty() && !isControlPending;
    }

    /** Sends a frame of a handshake, or of no session; only while writable. */
    void writeControl(byte kind, byte[] body) {
        StagingBuffer staging = lane.staging().control().take();
        FrameDescriptor.write(staging.segment, 0, kind, 0, body.length, 0, 0);
        MemorySegment.copy(MemorySegment.ofArray(body), 0, staging.segment, FrameDescriptor.HEADER_LENGTH, body.length);
        writeOwn(staging, FrameDescriptor.HEADER_LENGTH + body.length);
    }

    /** Sends an acknowledgement; only while writable. */
    void writeAcknowledgement(int flags, long sequence, long acknowledgement) {
        StagingBuffer staging = lane.staging().control().take();
        FrameDescriptor.write(staging.segment, 0, FrameDescriptor.ACK, flags, 0, sequence, acknowledgement);
        writeOwn(staging, FrameDescriptor.HEADER_LENGTH);
    }

    private void writeOwn(StagingBuffer staging, int length) {
        isControlPending = true;
        Throwable cause = write(staging, 0, length, null, 0, 0);
        if (cause != null) {
            lane.loop().execute(() -> fail(cause));
        }
        if (unwritten.isEmpty() && isControlPending) { // not given back by a flush during the write
            isControlPending = false;
            lane.staging().control().give(staging);
        }
    }

    /** Returns whether this socket can write directly from a memory. */
    boolean moves(MemorySegment memory) {
        return !isTls && lane.transport().isMoved(memory);
    }

    /**
     * Writes bytes of a staging buffer, which stay as they are until {@link #isFlushed}; only while writable.
     *
     * @param body a memory that it {@link #moves}, in which lies what follows them; null for nothing
     * @param bodyFrom where that begins in it
     * @param bodyTo where it ends
     * @return null; or why the socket is broken: the caller reports it when its own state is in order
     */
    Throwable write(StagingBuffer staging, int from, int to, MemorySegment body, long bodyFrom, long bodyTo) {
        if (isTls) {
            return writeThroughPipeline(staging, from, to);
        }
        unwritten.set(staging, from, to, body, bodyFrom, bodyTo);
        try {
            if (unwritten.writeTo(lane.transport(), channel)) {
                unwritten.clear();
            } else {
                lane.addPending(this);
            }
        } catch (IOException | RuntimeException | Error e) { // such as no memory
            isBroken = true;
            unwritten.clear();
            return e;
        }
        return null;
    }

    private Throwable writeThroughPipeline(StagingBuffer staging, int from, int to) {
        unwritten.set(staging, from, to, null, 0, 0);
        writeFailure = null;
        isInWrite = true;
        try {
            lane.loop().runAsLeader(this::leaveToNetty); // it flushes, and a failed flush closes
        } finally {
            isInWrite = false;
        }
        return writeFailure;
    }

    /**
     * Tries to write pending bytes.
     *
     * @return true when nothing is pending
     */
    boolean flushNow() {
        try {
            if (!unwritten.writeTo(lane.transport(), channel)) {
                return false;
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            return unwritten.isEmpty();
        }
        flushed();
        return true;
    }

    /** Leaves pending bytes to Netty, which writes them when the socket is writable. */
    void leaveToNetty() {
        if (unwritten.hasBody()) {
            leaveStartToNetty();
        } else {
            write(unwritten.slice(), this::flushed);
        }
    }

    private void write(ByteBuf bytes, Runnable written) {
        channel.writeAndFlush(bytes).addListener(done -> {
            if (done.isSuccess()) {
                written.run();
            } else if (isInWrite) {
                writeFailure = done.cause(); // for the caller of write
            } else {
                fail(done.cause());
            }
        });
    }

    /**
     * Leaves a copy of the first pending bytes to Netty, which must not read the sender's memory, since that may be
     * freed; this link writes the rest.
     */
    private void leaveStartToNetty() {
        byte[] start;
        try {
            start = unwritten.takeStart();
        } catch (RuntimeException | Error e) {
            fail(e);
            return;
        }
        write(Unpooled.wrappedBuffer(start), () -> {
            if (unwritten.hasGone()) {
                flushed();
            } else if (!isClosed) {
                lane.addPending(this);
            }
        });
    }

    private void flushed() {
        StagingBuffer staging = unwritten.clear();
        if (isControlPending) {
            isControlPending = false;
            lane.staging().control().give(staging);
        }
        if (!isClosed && !isInWrite) {
            owner.writable(this);
        }
    }

    // ---- reading ----

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        wasHeard = true;
        try {
            // a buffer of TLS is Netty's, and its internal view must keep its byte order
            reader.read(
                    isTls
                            ? buffer.nioBuffer()
                            : buffer.internalNioBuffer(buffer.readerIndex(), buffer.readableBytes()));
            if (!isTls) {
                readStraight();
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            buffer.release();
        }
    }

    /**
     * Reads what is left of a long frame to where it is wanted, past every buffer.
     *
     * @return bytes; 0 when there were none, {@value #END} at the end of the stream, {@value #NOT_STRAIGHT} when
     *     a buffer must take them
     */
    private long readStraight() throws IOException {
        int left = reader.dataRemaining();
        if (left < LEAST_STRAIGHT_BYTES || isClosed) {
            return NOT_STRAIGHT;
        }
        MemorySegment room = owner.room(this, left);
        if (room == null) {
            return NOT_STRAIGHT;
        }
        long count = 0;
        try {
            if (isClosed || !lane.transport().isMoved(room)) {
                return NOT_STRAIGHT;
            }
            long offset = owner.roomOffset(this);
            long most = Math.min(Math.min(left, owner.roomBytes(this)), room.byteSize() - offset);
            count = lane.transport().read(channel, room, offset, most);
            return count;
        } catch (MemoryGoneException e) {
            owner.roomLost(this, e);
            room = null;
            return NOT_STRAIGHT; // the rest of the message is dropped
        } catch (IllegalStateException memoryGone) {
            return NOT_STRAIGHT; // the copy reports it
        } finally {
            if (room != null) {
                filled((int) Math.max(0, count));
            }
        }
    }

    /** Gives the room back, with this number of bytes in it. */
    private void filled(int bytes) {
        if (bytes > 0) {
            wasHeard = true;
            reader.skip(bytes);
        }
        owner.filled(this, bytes);
    }

    /**
     * Reads past Netty.
     *
     * @return 1 when there was something, 0 when not; negative when the handler must look
     */
    int readNow(ByteBuffer buffer) {
        if (isTls) {
            return -1; // what the socket has is the handler's to decrypt
        }
        int count;
        try {
            long straight = readStraight();
            if (straight != NOT_STRAIGHT) {
                return Long.signum(straight);
            }
            if (isClosed) {
                return 1; // an upcall has ended it: the descriptor may be another's by now
            }
            // a long frame's header and beginning only, so that its rest can go where it is wanted
            boolean isLong = reader.dataRemaining() >= LEAST_STRAIGHT_BYTES;
            int most = isLong ? buffer.capacity() : Math.min(ReceiveBuffer.SHORT_BYTES, buffer.capacity());
            count = lane.transport().read(channel, buffer.clear().limit(most));
        } catch (IOException | RuntimeException e) {
            fail(e);
            return 1;
        }
        if (count <= 0) {
            return count;
        }
        wasHeard = true;
        try {
            reader.read(buffer.flip());
        } catch (Throwable e) {
            fail(e);
        }
        return 1;
    }

    @Override
    public boolean isReading() {
        return !isClosed;
    }

    /** Returns whether anything has come since the last call, and begins anew. */
    boolean takeHeard() {
        boolean was = wasHeard;
        wasHeard = false;
        return was;
    }

    @Override
    public void begin(byte kind, int flags, int length, long sequence, long acknowledgement) {
        owner.begin(this, kind, flags, length, sequence, acknowledgement);
    }

    @Override
    public void data(ByteBuffer bytes) {
        owner.data(this, bytes);
    }

    @Override
    public void control(byte kind, ByteBuffer body) {
        owner.control(this, kind, body);
    }

    // ---- the end ----

    /** Closes the socket; nothing is reported any more. */
    void close() {
        if (!isClosed) {
            isClosed = true;
            lane.remove(this);
            lane.loop().runAsLeader(this::closeChannel);
        }
    }

    void closeChannel() {
        if (!channel.isRegistered()) { // not connected yet: Netty closes by the pipeline only what has a loop
            channel.unsafe().closeForcibly();
            return;
        }
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (isTls && !isSecured && first != null) {
            first.close(); // past TLS, which would wait for a peer that says nothing
        } else {
            channel.close();
        }
    }

    /**
     * Called when TLS has authenticated or rejected the peer: from now on a close goes through TLS, which sends its
     * alert.
     */
    void setSecured() {
        isSecured = true;
    }

    /** Closes the socket and reports why. */
    void fail(Throwable cause) {
        if (!isClosed) {
            close();
            owner.broken(this, cause);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(new IOException("the peer has closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(cause);
    }

    @Override
    public String toString() {
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        return "Link[" + channel + (isTls ? ", TLS" : "") + ", pendingBytes="
                + (outbound == null ? 0 : outbound.totalPendingWriteBytes()) + "]";
    }
}
