package org.sennit.internal.net.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.sennit.internal.net.loop.Transport;
import org.sennit.testkit.SeededRandom;

/**
 * Sockets that fail now and then, as a seed says: one cannot be made, frames are lost, doubled or replaced by garbage,
 * or the socket is reset or goes deaf before, in the middle of or after them. Bytes inside a frame are not lost while
 * the frame goes on: that TCP does not do, and nothing would notice. The number of faults is limited. Used with
 * the loop held.
 */
final class BadWire implements Transport {
    private enum Fault {
        LOSE,
        DOUBLE,
        RESET,
        RESET_IN_THE_MIDDLE,
        RESET_AFTERWARDS,
        GARBAGE,
        DEAF_IN_THE_MIDDLE,
        DEAF
    }

    private static final int SOCKETS_TO_A_FAULT = 3;

    /**
     * Most sockets of a process that go deaf, further ones are reset: each takes a third of the silence after which a
     * peer is dead, and those of both processes may follow each other without a word in between.
     */
    private static final int MOST_DEAF = 1;

    private final Transport sockets;
    private final SeededRandom random;
    private final int writesToAFault;
    private int faultsLeft;
    private int deafLeft = MOST_DEAF;
    private final Set<Channel> deaf = new HashSet<>();
    private final Set<Channel> broken = new HashSet<>();
    private final Map<Channel, Integer> rests = new HashMap<>(); // where a write goes on that the socket took in part

    /**
     * Puts faults between a module and its sockets.
     *
     * @param sockets the real ones
     * @param random where the faults come from
     * @param faults how many
     * @param writesToAFault writes of which one fails
     */
    BadWire(Transport sockets, SeededRandom random, int faults, int writesToAFault) {
        this.sockets = sockets;
        this.random = random;
        this.faultsLeft = faults;
        this.writesToAFault = writesToAFault;
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
        if (faultsLeft > 0 && random.nextInt(SOCKETS_TO_A_FAULT) == 0) {
            faultsLeft--;
            throw new ChannelException("no descriptor is left to a bad wire");
        }
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
    public void stopPacing(Channel channel) {
        sockets.stopPacing(channel);
    }

    @Override
    public int read(Channel channel, ByteBuffer buffer) throws IOException {
        return sockets.read(channel, buffer);
    }

    @Override
    public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        if (deaf.contains(channel)) {
            return to - from;
        }
        if (broken.contains(channel)) {
            throw new IOException("was reset by a bad wire");
        }
        boolean isRest = rests.remove(channel, Integer.valueOf(from));
        if (isRest || faultsLeft == 0 || random.nextInt(writesToAFault) != 0) {
            return writeNow(channel, buffer, from, to);
        }
        faultsLeft--;
        int middle = from + random.nextInt(to - from + 1);
        switch (Fault.values()[random.nextInt(random.nextInt(8) == 0 ? 8 : 6)]) {
            case LOSE -> {
                return to - from;
            }
            case DOUBLE -> {
                int written = writeNow(channel, buffer, from, to);
                return written < to - from ? written : writeNow(channel, buffer, from, to);
            }
            case RESET -> {
                return reset(channel);
            }
            case RESET_IN_THE_MIDDLE -> {
                sockets.write(channel, buffer, from, middle);
                return reset(channel);
            }
            case RESET_AFTERWARDS -> {
                sockets.write(channel, buffer, from, to);
                return reset(channel);
            }
            case GARBAGE -> {
                ByteBuffer garbage = ByteBuffer.allocateDirect(1 + random.nextInt(100));
                for (int i = 0; i < garbage.capacity(); i++) {
                    garbage.put(i, (byte) random.nextInt());
                }
                sockets.write(channel, garbage, 0, garbage.capacity());
                return to - from;
            }
            case DEAF_IN_THE_MIDDLE -> {
                sockets.write(channel, buffer, from, middle);
                deafen(channel);
                return to - from;
            }
            default -> {
                deafen(channel);
                return to - from;
            }
        }
    }

    @Override
    public boolean isMoved(MemorySegment memory) {
        return sockets.isMoved(memory);
    }

    @Override
    public long read(Channel channel, MemorySegment memory, long offset, long length) throws IOException {
        return sockets.read(channel, memory, offset, length);
    }

    /** The same faults for a frame whose body is in its sender's memory. */
    @Override
    public long write(
            Channel channel, MemorySegment head, int from, int to, MemorySegment body, long bodyFrom, long bodyTo)
            throws IOException {
        long all = to - from + bodyTo - bodyFrom;
        if (deaf.contains(channel)) {
            return all;
        }
        if (broken.contains(channel)) {
            throw new IOException("was reset by a bad wire");
        }
        if (to == from || faultsLeft == 0 || random.nextInt(writesToAFault) != 0) {
            return sockets.write(channel, head, from, to, body, bodyFrom, bodyTo);
        }
        faultsLeft--;
        switch (random.nextInt(4)) {
            case 0 -> {
                return all; // lost
            }
            case 1 -> {
                return reset(channel);
            }
            case 2 -> {
                writeSome(channel, head, from, to, body, bodyFrom, bodyTo);
                return reset(channel);
            }
            default -> {
                writeSome(channel, head, from, to, body, bodyFrom, bodyTo);
                deafen(channel);
                return all;
            }
        }
    }

    private void writeSome(
            Channel channel, MemorySegment head, int from, int to, MemorySegment body, long bodyFrom, long bodyTo)
            throws IOException {
        long middle = bodyFrom + random.nextInt((int) (bodyTo - bodyFrom));
        sockets.write(channel, head, from, to, body, bodyFrom, middle);
    }

    private int writeNow(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
        int written = sockets.write(channel, buffer, from, to);
        if (written < to - from) {
            rests.put(channel, from + Math.max(written, 0));
        }
        return written;
    }

    private void deafen(Channel channel) throws IOException {
        if (deafLeft == 0) {
            reset(channel);
        }
        deafLeft--;
        deaf.add(channel);
    }

    private int reset(Channel channel) throws IOException {
        broken.add(channel);
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        throw new IOException("reset by a bad wire");
    }
}
