package org.sennit.internal.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The JDK's sockets, for every platform and for JVMs that may not load native code. */
public final class NioTransport implements Transport {

    @Override
    public String name() {
        return "nio";
    }

    @Override
    public IoHandlerFactory handlers() {
        return NioIoHandler.newFactory();
    }

    @Override
    public Channel newSocket(boolean isUnix) {
        return isUnix ? new NioDomainSocketChannel() : new NioSocketChannel();
    }

    @Override
    public ServerChannel newServerSocket(boolean isUnix) {
        return isUnix ? new NioServerDomainSocketChannel() : new NioServerSocketChannel();
    }

    @Override
    public SocketAddress unixAddress(Path path) {
        return UnixDomainSocketAddress.of(path);
    }

    @Override
    public void stopPacing(Channel channel) {
        // the JDK has no such option
    }

    @Override
    public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        buffer.limit(to).position(from);
        return socket(channel).write(buffer);
    }

    @Override
    public int read(Channel channel, ByteBuffer buffer) throws IOException {
        return socket(channel).read(buffer.position(0));
    }

    /**
     * Returns whether a memory is off the heap. The JDK copies what is on the heap, and keeps an arena from being
     * closed while it writes.
     */
    @Override
    public boolean isMoved(MemorySegment memory) {
        return memory.isNative();
    }

    @Override
    public long write(
            Channel channel, MemorySegment head, int from, int to, MemorySegment body, long bodyFrom, long bodyTo)
            throws IOException {
        MemorySegment start = head.asSlice(from, to - from);
        MemorySegment rest = body.asSlice(bodyFrom, bodyTo - bodyFrom);
        try {
            return socket(channel).write(new ByteBuffer[] {start.asByteBuffer(), rest.asByteBuffer()});
        } catch (IOException e) {
            if (!MemoryProbe.isReadable(rest)) {
                throw new MemoryGoneException();
            }
            throw e;
        }
    }

    @Override
    public long read(Channel channel, MemorySegment memory, long offset, long length) throws IOException {
        MemorySegment room = memory.asSlice(offset, length);
        try {
            return socket(channel).read(room.asByteBuffer());
        } catch (IOException e) {
            if (!MemoryProbe.isWritable(room)) {
                throw new MemoryGoneException();
            }
            throw e;
        }
    }

    private static SocketChannel socket(Channel channel) {
        return (SocketChannel) ((AbstractNioChannel) channel).unsafe().ch();
    }
}
