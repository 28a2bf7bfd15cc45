package org.sennit.conformance.twohosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Carries connections from one socket to another: the launcher listens on the loopback address of its own host, and a
 * file leads there from a name space. Daemon threads.
 */
final class LauncherTunnel implements AutoCloseable {
    private final ServerSocketChannel server;
    private final SocketAddress target;

    private LauncherTunnel(ServerSocketChannel server, SocketAddress target) {
        this.server = server;
        this.target = target;
        daemon(this::accept);
    }

    /** From a file to a port of the loopback address. */
    static LauncherTunnel fromFile(Path file, int port) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(file));
        return new LauncherTunnel(server, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** From a port of the loopback address to a file. */
    static LauncherTunnel toFile(int port, Path file) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new LauncherTunnel(server, UnixDomainSocketAddress.of(file));
    }

    private static void daemon(Runnable body) {
        Thread.ofPlatform().daemon(true).start(body);
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel from = server.accept();
                SocketChannel to = SocketChannel.open(target);
                daemon(() -> carry(from, to));
                daemon(() -> carry(to, from));
            }
        } catch (AsynchronousCloseException closed) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void carry(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        try (from;
                to) {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
        } catch (IOException ended) {
            // as the connection that it carries
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
