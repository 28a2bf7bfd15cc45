package org.sennit.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The JDK's sockets, for every platform and for JVMs that may not load native code. */
public final class NioTransport implements Transport {
    /** Makes it. */
    public NioTransport() {}

    @Override
    public String name() {
        return "nio";
    }

    @Override
    public IoHandlerFactory handlers() {
        return NioIoHandler.newFactory();
    }

    @Override
    public SocketChannel newSocket() {
        return new OpenSocketChannel();
    }

    @Override
    public ServerSocketChannel newServerSocket() {
        return new OpenServerSocketChannel();
    }

    @Override
    public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        buffer.limit(to).position(from);
        return ((OpenSocketChannel) channel).jdkChannel().write(buffer);
    }

    @Override
    public int read(Channel channel, ByteBuffer buffer) throws IOException {
        return ((OpenSocketChannel) channel).jdkChannel().read(buffer.clear());
    }

    /** A socket channel that shows its JDK channel to this file. */
    private static final class OpenSocketChannel extends NioSocketChannel {
        OpenSocketChannel() {}

        OpenSocketChannel(Channel parent, java.nio.channels.SocketChannel accepted) {
            super(parent, accepted);
        }

        java.nio.channels.SocketChannel jdkChannel() {
            return javaChannel();
        }
    }

    /** A server channel that accepts such socket channels. */
    private static final class OpenServerSocketChannel extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> accepted) throws Exception {
            java.nio.channels.SocketChannel channel = javaChannel().accept();
            if (channel == null) {
                return 0;
            }
            accepted.add(new OpenSocketChannel(this, channel));
            return 1;
        }
    }
}
