package org.sennit.internal.runtime.bootstrap.root;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/** The server in process 0 for one job, and the file that says where it is. Opened and closed by one thread. */
final class RootServer implements AutoCloseable {
    private final MeetingServer server;
    private final Path file; // null without one
    private final String published;

    private RootServer(RootLocation location, String job, int processes, byte[] secret, RuntimeContext context)
            throws IOException {
        this.server = new MeetingServer(location.toListen(), job, processes, secret, context);
        this.file = location.file();
        try {
            this.published =
                    text(location.hostFor(server.address()), server.address().getPort());
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

    /** Returns the address by which this process reaches it. */
    InetSocketAddress address() {
        return server.address();
    }

    /**
     * Waits for the others to leave, then closes the port and deletes the file. Blocks for {@link
     * MeetingServer#DEPARTURE_NS} at most.
     */
    @Override
    public void close() {
        server.awaitDepartures();
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
