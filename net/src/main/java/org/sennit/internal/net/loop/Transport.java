package org.sennit.internal.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The kind of sockets under the loop, TCP and Unix ones, and the calls that go to a socket past Netty's pipeline.
 * For one loop; the calls on channels need the loop held.
 */
public interface Transport {
    /** Returns the name of the kind. */
    String name();

    /** Returns a factory of I/O handlers of the kind; the owner of a handler may change. */
    IoHandlerFactory handlers();

    /**
     * Makes a socket that is not connected.
     *
     * @param isUnix whether of the file system rather than of TCP
     */
    Channel newSocket(boolean isUnix);

    /**
     * Makes a socket that is not bound.
     *
     * @param isUnix whether of the file system rather than of TCP
     * @return the channel, which gives channels that {@link #write} can take
     */
    ServerChannel newServerSocket(boolean isUnix);

    /**
     * Returns the address of a Unix socket as these channels want it.
     *
     * @param path the file
     */
    SocketAddress unixAddress(Path path);

    /**
     * Gives a TCP socket within this host a congestion control that does not pace, where that can be chosen. The
     * system's may be BBR, which spaces packets over time. After the connection is made it would be too late: a socket
     * that BBR has paced is paced with any other congestion control, too.
     *
     * @param channel a socket that is not connected; or not bound: what that accepts inherits it
     */
    void stopPacing(Channel channel);

    /**
     * Writes to the socket what it takes at once. Only while Netty has nothing to write for it.
     *
     * @param buffer direct
     * @param from the first byte
     * @param to the byte after the last one
     * @return the number of bytes that it took; 0 when it is full
     * @throws IOException when the connection is broken
     */
    int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException;

    /**
     * Returns whether bytes go between a memory and a socket without a copy on the way.
     *
     * @return true when {@link #write(Channel, MemorySegment, int, int, MemorySegment, long, long)} and
     *     {@link #read(Channel, MemorySegment, long, long)} take it
     */
    boolean isMoved(MemorySegment memory);

    /**
     * Writes what the socket takes at once of two memories, one behind the other, straight from where they are. Only
     * while Netty has nothing to write for it.
     *
     * @param head off-heap
     * @param from the first byte in it; a short part, perhaps empty
     * @param to the byte after the last one
     * @param body a memory that {@link #isMoved}
     * @param bodyFrom the first byte in it
     * @param bodyTo the byte after the last one
     * @return the number of bytes that it took of both
     * @throws IOException when the connection is broken
     * @throws IllegalStateException when the arena of body has been closed; {@link MemoryGoneException} when
     *     the system cannot read it
     */
    long write(Channel channel, MemorySegment head, int from, int to, MemorySegment body, long bodyFrom, long bodyTo)
            throws IOException;

    /**
     * Reads what has arrived straight into a memory, past Netty.
     *
     * @param memory one that {@link #isMoved}
     * @param offset where to
     * @param length the length in bytes at most
     * @return how many bytes there were; 0 for none, negative at the end of the stream, which Netty will report
     * @throws IOException when the connection is broken
     * @throws IllegalStateException when the memory's arena has been closed; {@link MemoryGoneException} when
     *     the system cannot write it
     */
    long read(Channel channel, MemorySegment memory, long offset, long length) throws IOException;

    /**
     * Reads what has arrived, past Netty.
     *
     * @param buffer direct; filled from its start to its limit at most, its position behind what was read
     * @return how many bytes there were; 0 for none, negative at the end of the stream, which Netty will report
     * @throws IOException when the connection is broken
     */
    int read(Channel channel, ByteBuffer buffer) throws IOException;
}
