package org.sennit.net.tcp;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.sennit.net.loop.Transport;

/**
 * Sockets of a path that drops long packets without a word: a long write never arrives, nor does what comes after it on that socket. Used
 * with the loop held.
 */
final class LongPacketsLost implements Transport {
    private final Transport sockets;
    private final int longestBytes;
    private final Set<Channel> stuck = new HashSet<>();

    LongPacketsLost(Transport sockets, int longestBytes) {
        this.sockets = sockets;
        this.longestBytes = longestBytes;
    }

    private boolean isStuck(Channel channel, long bytes) {
        if (bytes > longestBytes) {
            stuck.add(channel);
        }
        return stuck.contains(channel);
    }

    @Override
    public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        return isStuck(channel, to - from) ? to - from : sockets.write(channel, buffer, from, to);
    }

    @Override
    public long write(Channel channel, MemorySegment head, MemorySegment body) throws IOException {
        long all = head.byteSize() + body.byteSize();
        return isStuck(channel, all) ? all : sockets.write(channel, head, body);
    }

    @Override
    public String name() {
        return sockets.name();
    }

    @Override
    public IoHandlerFactory handlers() {
        return sockets.handlers();
    }

    @Override
    public Channel newSocket(boolean isUnix) {
        return sockets.newSocket(isUnix);
    }

    @Override
    public ServerChannel newServerSocket(boolean isUnix) {
        return sockets.newServerSocket(isUnix);
    }

    @Override
    public SocketAddress unixAddress(Path path) {
        return sockets.unixAddress(path);
    }

    @Override
    public int read(Channel channel, ByteBuffer buffer) throws IOException {
        return sockets.read(channel, buffer);
    }

    @Override
    public boolean isMoved(MemorySegment memory) {
        return sockets.isMoved(memory);
    }

    @Override
    public long read(Channel channel, MemorySegment memory) throws IOException {
        return sockets.read(channel, memory);
    }
}
