package org.sennit.internal.net.tcp;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkSetup;
import org.slf4j.LoggerFactory;

/**
 * A Unix socket of the JDK under the name that the card of this process has, for as long as no peer has connected: then
 * a socket of the module takes the name over, and peers that wait at this one are refused and connect again.
 *
 * <p>Threads: a daemon waits for the first peer; any thread closes.
 */
final class Doorbell implements AutoCloseable {
    /** Peers that may ring before it is answered; the system sets a limit of its own. */
    private static final int BACKLOG = 4096;

    /** Pause after a peer that could not be accepted. */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final UnixSocketFolder folder;
    private final ServerSocketChannel socket;
    private final Thread closer = new Thread(this::closeSocket, "sennit-doorbell-closer");

    private Doorbell(UnixSocketFolder folder, ServerSocketChannel socket) {
        this.folder = folder;
        this.socket = socket;
    }

    /**
     * Listens.
     *
     * @throws IOException there can be no such socket
     * @throws UnsupportedOperationException the system has no Unix sockets
     */
    static Doorbell open(NetworkSetup setup) throws IOException {
        UnixSocketFolder folder = UnixSocketFolder.open(setup.jobId(), setup.process());
        try {
            ChannelProvider.settle();
            ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                folder.bind(() -> socket.bind(UnixDomainSocketAddress.of(folder.socket()), BACKLOG));
            } catch (IOException | RuntimeException cannot) {
                socket.close();
                throw cannot;
            }
            Doorbell bell = new Doorbell(folder, socket);
            // a JVM that ends waits up to 300 ms for a thread that is in a system call
            Runtime.getRuntime().addShutdownHook(bell.closer);
            return bell;
        } catch (IOException | RuntimeException cannot) {
            folder.close();
            throw cannot;
        }
    }

    /** Returns the name under which it listens. */
    UnixSocketFolder folder() {
        return folder;
    }

    /**
     * Waits for the first peer, on a thread of its own.
     *
     * @param rung opens the module's socket in the place of this one and closes this one; when it
     *     fails the peer comes again
     */
    void answer(NetworkSetup setup, Runnable rung) {
        setup.context()
                .start(setup.context().newThread("sennit-doorbell", false, () -> answerAll(setup.context(), rung)));
    }

    private void answerAll(RuntimeContext context, Runnable rung) {
        long failures = 0;
        while (socket.isOpen()) {
            try {
                answerOne(rung);
            } catch (ClosedChannelException over) {
                return;
            } catch (IOException
                    | RuntimeException
                    | Error cannot) { // too many files are open, or no memory: for a while
                failures++;
                if (Long.bitCount(failures) == 1) { // 1, 2, 4 …
                    LoggerFactory.getLogger(Doorbell.class)
                            .warn("a peer cannot be let in, so far {}", failures, cannot);
                }
                context.parkNanos(this, PAUSE_NS);
            }
        }
    }

    /**
     * Accepts one peer, and closes its socket when the module that it rings for is there: until then the peer waits for
     * the first bytes.
     */
    private void answerOne(Runnable rung) throws IOException {
        SocketChannel first = socket.accept();
        try {
            rung.run();
        } finally {
            first.close();
        }
    }

    /** Listens no more; what has the name is not touched. */
    @Override
    public void close() {
        closeSocket();
        try {
            Runtime.getRuntime().removeShutdownHook(closer);
        } catch (IllegalStateException ends) {
            // The hook runs already.
        }
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed.
        }
    }
}
