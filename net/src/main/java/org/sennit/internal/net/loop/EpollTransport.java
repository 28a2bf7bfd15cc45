package org.sennit.internal.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Linux epoll through Netty's native code. Loading this class loads none of it. */
public final class EpollTransport implements Transport {
    // linux/tcp.h
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;

    /** Built into every Linux; every user may choose it unless net.ipv4.tcp_allowed_congestion_control omits it. */
    private static final byte[] RENO = "reno".getBytes(StandardCharsets.US_ASCII);

    private static final RawUnixChannelOption CONGESTION =
            new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, RENO.length);

    private final NativeSockets sockets = NativeSockets.INSTANCE;
    private final MemorySegment state = sockets == null ? null : NativeSockets.newState(); // guarded by the loop

    @Override
    public String name() {
        return "epoll";
    }

    @Override
    public IoHandlerFactory handlers() {
        return EpollIoHandler.newFactory();
    }

    @Override
    public Channel newSocket(boolean isUnix) {
        return isUnix ? new EpollDomainSocketChannel() : new EpollSocketChannel();
    }

    @Override
    public ServerChannel newServerSocket(boolean isUnix) {
        return isUnix ? new EpollServerDomainSocketChannel() : new EpollServerSocketChannel();
    }

    @Override
    public SocketAddress unixAddress(Path path) {
        return new DomainSocketAddress(path.toString());
    }

    @Override
    public void stopPacing(Channel channel) {
        try {
            channel.config().setOption(CONGESTION, ByteBuffer.wrap(RENO));
        } catch (ChannelException e) {
            // not allowed to this user, or closed: the socket works as it is
        }
    }

    @Override
    public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        // the descriptor of an epoll stream channel is its socket
        return ((Socket) ((UnixChannel) channel).fd()).send(buffer, from, to);
    }

    @Override
    public int read(Channel channel, ByteBuffer buffer) throws IOException {
        int count = ((Socket) ((UnixChannel) channel).fd()).recv(buffer, 0, buffer.limit());
        buffer.clear().position(Math.max(count, 0));
        return count;
    }

    @Override
    public boolean isMoved(MemorySegment memory) {
        return sockets != null;
    }

    @Override
    public long write(
            Channel channel, MemorySegment head, int from, int to, MemorySegment body, long bodyFrom, long bodyTo)
            throws IOException {
        int fd = descriptor(channel);
        int bytes = to - from;
        long written = bytes == 0 ? 0 : sockets.send(state, fd, head, from, bytes, true);
        return written < bytes ? written : written + sockets.send(state, fd, body, bodyFrom, bodyTo - bodyFrom, false);
    }

    @Override
    public long read(Channel channel, MemorySegment memory, long offset, long length) throws IOException {
        return sockets.receive(state, descriptor(channel), memory, offset, length);
    }

    private static int descriptor(Channel channel) {
        return ((UnixChannel) channel).fd().intValue();
    }
}
