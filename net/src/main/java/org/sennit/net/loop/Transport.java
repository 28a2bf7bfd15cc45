package org.sennit.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The kind of sockets under the loop, and the two calls that go to a socket past Netty's pipeline. Stateless; the calls
 * on channels need the loop held.
 */
public interface Transport {
    /**
     * The name of the kind.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * The I/O handler of the kind; its owner may change.
     *
     * @return a factory
     */
    IoHandlerFactory handlers();

    /**
     * Makes a socket that is not connected.
     *
     * @return the channel
     */
    SocketChannel newSocket();

    /**
     * Makes a socket that is not bound.
     *
     * @return the channel, which gives channels that {@link #write} can take
     */
    ServerSocketChannel newServerSocket();

    /**
     * Writes to the socket what it takes at once. Only while Netty has nothing to write for it.
     *
     * @param channel a channel of this transport
     * @param buffer direct
     * @param from the first byte
     * @param to the byte after the last one
     * @return how many bytes it took; 0 when it is full
     * @throws IOException when the connection is broken
     */
    int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException;

    /**
     * Reads what has arrived, past Netty.
     *
     * @param channel a channel of this transport
     * @param buffer direct; filled from its start, its position behind what was read
     * @return how many bytes there were; 0 for none, negative at the end of the stream, which Netty will report
     * @throws IOException when the connection is broken
     */
    int read(Channel channel, ByteBuffer buffer) throws IOException;
}
