package org.sennit.bench.floor;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * The floor between two processes over sockets: a raw nonblocking one of TCP on loopback or of the Unix domain, both
 * sides spinning, each thread on its own socket, no selector; a stream once more with both sides blocking. The leader
 * listens, and gives the other side its address through the shared lines.
 *
 * <p>One object and one thread a side. Works between two threads of one process as well.
 */
public final class SocketFloor implements PairFloor {
    private static final int ACKNOWLEDGEMENT_BYTES = 1;
    private static final int STREAM_PIECE_BYTES = 1 << 20;

    private final SocketChannel channel;
    private final boolean isLeader;

    /** What carries the bytes. */
    private final String kind;

    private SocketFloor(SocketChannel channel, boolean isLeader, String kind) {
        this.channel = channel;
        this.isLeader = isLeader;
        this.kind = kind;
    }

    /**
     * Makes a TCP socket on loopback; blocks until the other side is there.
     *
     * @param lines seen by both sides, fresh
     * @param isLeader true on exactly one side
     * @throws UncheckedIOException where the loopback interface refuses
     */
    public static SocketFloor tcp(SharedLines lines, boolean isLeader) {
        try {
            SocketChannel channel = isLeader ? acceptTcp(lines) : connectTcp(lines);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            return new SocketFloor(channel, isLeader, "TCP socket on loopback with the system's congestion control");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes a socket of the Unix domain; blocks until the other side is there.
     *
     * @param lines seen by both sides, fresh
     * @param isLeader true on exactly one side
     * @param path its name, not there yet; removed once both are connected
     * @throws UncheckedIOException where the system refuses
     */
    public static SocketFloor unix(SharedLines lines, boolean isLeader, Path path) {
        try {
            SocketChannel channel = isLeader ? acceptUnix(lines, path) : connectUnix(lines, path);
            channel.configureBlocking(false);
            return new SocketFloor(channel, isLeader, "Unix socket");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SocketChannel acceptTcp(SharedLines lines) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            lines.setRelease(SharedLines.PORT_OFFSET, ((InetSocketAddress) server.getLocalAddress()).getPort());
            return server.accept();
        }
    }

    private static SocketChannel connectTcp(SharedLines lines) throws IOException {
        lines.awaitAtLeast(SharedLines.PORT_OFFSET, 1);
        int port = (int) lines.getAcquire(SharedLines.PORT_OFFSET);
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static SocketChannel acceptUnix(SharedLines lines, Path path) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            lines.setRelease(SharedLines.PORT_OFFSET, 1);
            return server.accept();
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private static SocketChannel connectUnix(SharedLines lines, Path path) throws IOException {
        lines.awaitAtLeast(SharedLines.PORT_OFFSET, 1);
        return SocketChannel.open(UnixDomainSocketAddress.of(path));
    }

    @Override
    public String describe() {
        return "raw " + kind + ", both sides spinning, one thread each; streams also blocking, the faster counts";
    }

    @Override
    public Summary oneWay(long sizeBytes, boolean isFresh, Batching batching) {
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.max(1, sizeBytes));
        Samples samples = new Samples();
        int warmUp = warmUpBatches(batching);
        try {
            for (int batch = -warmUp; batch < batching.batches(); batch++) {
                long start = System.nanoTime();
                pingPong(buffer, batching.iterations());
                double ns = (System.nanoTime() - start) / 2.0 / batching.iterations();
                if (batch >= 0) {
                    samples.record(ns);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return samples.summary();
    }

    private static int warmUpBatches(Batching batching) {
        return Math.max(batching.warmUpBatches(), Math.min(5, 5000 / batching.iterations()));
    }

    private void pingPong(ByteBuffer buffer, int iterations) throws IOException {
        for (int i = 0; i < iterations; i++) {
            if (isLeader) {
                write(buffer.clear());
                read(buffer.clear());
            } else {
                read(buffer.clear());
                write(buffer.clear());
            }
        }
    }

    /** Streams spinning, then blocking in the kernel; the faster counts. */
    @Override
    public Summary stream(long sizeBytes, int window, int batches) {
        try {
            Summary spinning = streamOnce(sizeBytes, window, batches);
            channel.configureBlocking(true);
            Summary blocking = streamOnce(sizeBytes, window, batches);
            channel.configureBlocking(false);
            return spinning.orBetter(blocking);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Summary streamOnce(long sizeBytes, int window, int batches) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.clamp(sizeBytes * window, 1, STREAM_PIECE_BYTES));
        ByteBuffer acknowledgement = ByteBuffer.allocateDirect(ACKNOWLEDGEMENT_BYTES);
        long windowBytes = Math.max(1, sizeBytes * window);
        Samples samples = new Samples();
        for (int batch = -(batches / 5 + 5); batch < batches; batch++) {
            long start = System.nanoTime();
            for (long done = 0; done < windowBytes; ) {
                int piece = (int) Math.min(buffer.capacity(), windowBytes - done);
                if (isLeader) {
                    write(buffer.clear().limit(piece));
                } else {
                    read(buffer.clear().limit(piece));
                }
                done += piece;
            }
            if (isLeader) {
                read(acknowledgement.clear());
            } else {
                write(acknowledgement.clear());
            }
            double ns = (System.nanoTime() - start) / (double) window;
            if (batch >= 0) {
                samples.record(ns);
            }
        }
        return samples.summary();
    }

    private void write(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.write(buffer) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer);
            if (count < 0) {
                throw new EOFException("the other side of the raw socket has gone");
            }
            if (count == 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
