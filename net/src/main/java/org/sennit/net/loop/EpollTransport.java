package org.sennit.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Linux epoll through Netty's native code. Loading this class loads none of it. */
public final class EpollTransport implements Transport {
    /** Makes it. */
    public EpollTransport() {}

    @Override
    public String name() {
        return "epoll";
    }

    @Override
    public IoHandlerFactory handlers() {
        return EpollIoHandler.newFactory();
    }

    @Override
    public SocketChannel newSocket() {
        return new EpollSocketChannel();
    }

    @Override
    public ServerSocketChannel newServerSocket() {
        return new EpollServerSocketChannel();
    }

    @Override
    public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        // the descriptor of an epoll stream channel is its socket
        return ((Socket) ((EpollSocketChannel) channel).fd()).send(buffer, from, to);
    }

    @Override
    public int read(Channel channel, ByteBuffer buffer) throws IOException {
        int count = ((Socket) ((EpollSocketChannel) channel).fd()).recv(buffer, 0, buffer.capacity());
        buffer.clear().position(Math.max(count, 0));
        return count;
    }
}
