package org.sennit.internal.runtime.bootstrap.root;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.server.KeyValueServer;
import org.sennit.internal.runtime.bootstrap.server.ServerEvents;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * The key-value server in process 0, for one job. Tells each process of deaths and of the end of the job; it ends no process.
 *
 * <p>Threads: opened and closed by one; events arrive on the server's.
 */
final class RootServer implements ServerEvents, AutoCloseable {
    /** Longest wait for the others to leave: they have all come to the job's end, or have failed. */
    private static final long DEPARTURE_NS = TimeUnit.SECONDS.toNanos(20);

    private final KeyValueServer server;
    private final Path file; // null without one
    private final String published;

    private RootServer(RootLocation location, String job, int processes, byte[] secret, RuntimeContext context)
            throws IOException {
        this.server = KeyValueServer.ofOneJob(location.toListen(), job, processes, secret, this, context);
        this.file = location.file();
        try {
            this.published = text(location.hostFor(server.address()), server.port());
            if (file != null) {
                publish();
            }
        } catch (IOException | RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    static RootServer open(RootLocation location, String job, int processes, byte[] secret, RuntimeContext context) {
        InetSocketAddress address = location.toListen();
        if (address.isUnresolved()) {
            throw failure("process 0 cannot listen at " + address + ": unknown host", null);
        }
        try {
            return new RootServer(location, job, processes, secret, context);
        } catch (IOException cannot) {
            String where = location.file() == null ? "" : ", or cannot write its address to " + location.file();
            throw failure("process 0 cannot listen at " + address + where + ": " + cannot, cannot);
        }
    }

    private static String text(String host, int port) {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /** Writes the address so that no reader sees a part of it. */
    private void publish() throws IOException {
        Path unnamed = file.resolveSibling("." + file.getFileName() + "." + Entropy.hex(8));
        Files.writeString(unnamed, published + System.lineSeparator());
        try {
            Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException cannot) {
            Files.move(unnamed, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unnamed);
        }
    }

    /** Returns where this process reaches it. */
    InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void aborted(int process, int status, String report) {
        server.tellAborted(process, server.nameOf(process) + " has ended the job: " + report);
    }

    @Override
    public void uncaught(int process, String report) {
        // Only launched processes report one.
    }

    @Override
    public void lost(int process, int lost, String why) {
        expel(lost, server.nameOf(process) + " has lost " + server.nameOf(lost) + ": " + why);
    }

    @Override
    public void late(int process, String why) {
        server.giveUp(process, why);
    }

    @Override
    public void disconnected(int process) {
        expel(process, server.nameOf(process) + " has died: its connection to process 0 has ended");
    }

    private void expel(int process, String why) {
        server.giveUp(process, "has died before this step");
        server.tellDied(process, why);
    }

    /** Waits for the others to leave, then closes the port and deletes the file. Blocks for {@link #DEPARTURE_NS} at most. */
    @Override
    public void close() {
        server.awaitDepartures(DEPARTURE_NS);
        try {
            if (file != null && Files.readString(file).strip().equals(published)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException stays) {
            // The next job overwrites it; until then its readers find no server there.
        }
        server.close();
    }

    private static SennitException failure(String message, Throwable cause) {
        return new SennitException(ErrorClass.BOOTSTRAP, message, cause);
    }
}
