package org.sennit.internal.launch.doctor;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;

/**
 * Echoes what a client sends that has proved the check's token: one connection at a time, some seconds at most.
 * Listens on all addresses of the host until it is closed.
 */
final class EchoServer implements AutoCloseable {
    /** Enough that a path with a small limit shows it, and more than a socket keeps on the way. */
    static final int LARGE_BYTES = 1 << 18;

    static final int WORD_BYTES = 16;
    static final int TIMEOUT_MS = 4_000;

    private final ServerSocket server = new ServerSocket();
    private final byte[] word;

    EchoServer(byte[] word) throws IOException {
        this.word = word;
        server.bind(new InetSocketAddress((InetAddress) null, 0));
        Thread.ofPlatform().daemon().name("sennit-doctor-echo").start(this::serve);
    }

    int port() {
        return server.getLocalPort();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.setSoTimeout(TIMEOUT_MS);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                OutputStream out = socket.getOutputStream();
                byte[] theirs = new byte[WORD_BYTES];
                in.readFully(theirs);
                if (MessageDigest.isEqual(word, theirs)) {
                    out.write(1);
                    byte[] large = new byte[LARGE_BYTES];
                    in.readFully(large);
                    out.write(large);
                }
            } catch (IOException peerGone) {
                // The other side reports it.
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException harmless) {
            // It is closed.
        }
    }
}
