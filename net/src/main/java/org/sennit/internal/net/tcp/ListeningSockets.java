package org.sennit.internal.net.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.sennit.internal.net.connection.ConnectionTable;
import org.sennit.internal.net.loop.Transport;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.ListenAddress.Reach;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSetup;

/**
 * The sockets on which a lane of a process listens: on a Unix socket for peers of its host, on the loopback address
 * when there is none, and on the network's addresses only when there are peers elsewhere. Used with the loop held;
 * {@link #explain} by any thread.
 */
final class ListeningSockets implements AutoCloseable {
    /** Smallest length of a secret with which connections from outside are accepted, in bytes. */
    private static final int OUTSIDE_SECRET_BYTES = 16;

    private final NetworkSetup setup;
    private final SocketPolicy policy;
    private final Transport transport;
    private final List<ListenAddress> sockets = new ArrayList<>();
    private final UnixSocketFolder taken; // the name of a socket that is replaced; null: a fresh one
    private UnixSocketFolder folder; // null without a Unix socket
    private volatile String explanation = ""; // stored with the loop held; read by any thread

    ListeningSockets(NetworkSetup setup, SocketPolicy policy, Transport transport, UnixSocketFolder taken) {
        this.setup = setup;
        this.policy = policy;
        this.transport = transport;
        this.taken = taken;
    }

    /**
     * Opens the sockets.
     *
     * @param table takes them
     * @return what the card of this process says
     * @throws SennitException with {@link ErrorClass#NETWORK} when there is none to listen on, with
     *     {@link ErrorClass#ARG} when an option makes no sense or the secret is too short for the network
     */
    TcpAddress open(ConnectionTable table) {
        StringJoiner story = new StringJoiner("; ");
        String obstacle = policy.isUnixAllowed() ? openUnix(table) : "Unix sockets are not wanted";
        if (obstacle == null) {
            story.add("on one host by " + sockets.getLast());
        } else if (policy.isUnixDemanded()) {
            throw new SennitException(ErrorClass.NETWORK, "Unix sockets are demanded and cannot be had: " + obstacle);
        } else {
            openLoopback(table);
            story.add("on one host by " + sockets.getLast() + ", since " + obstacle);
        }
        if (policy.hasOtherHosts()) {
            int before = sockets.size();
            InterfaceChoice choice = InterfaceChoice.of(setup.options());
            choice.addresses().forEach(address -> openNetwork(table, address));
            story.add("for other hosts " + sockets.subList(before, sockets.size()) + ", " + choice.reason());
        }
        story.add("TLS: " + policy.tlsReason(setup.options()));
        explanation = story.toString();
        return new TcpAddress(setup.incarnation(), policy.host().digest(), sockets);
    }

    /**
     * Opens sockets like those of the first lane, for a further one.
     *
     * @param table takes them
     * @param first those of the first lane, open
     * @param lane 1 and up
     * @return where this lane listens
     * @throws SennitException with {@link ErrorClass#NETWORK} when one cannot be had
     */
    TcpAddress openBeside(ConnectionTable table, ListeningSockets first, int lane) {
        for (ListenAddress socket : first.sockets) {
            if (socket.reach() == Reach.UNIX) {
                folder = first.folder.ofLane(lane);
                try {
                    listenOnUnix(table, folder, socket.isTls());
                } catch (IOException e) {
                    throw new SennitException(ErrorClass.NETWORK, "cannot listen, lane=" + lane, e);
                }
                addUnix(socket.isTls());
            } else {
                openTcp(table, socket.reach(), InetAddress.ofLiteral(socket.host()), socket.isTls());
            }
        }
        return new TcpAddress(setup.incarnation(), policy.host().digest(), sockets);
    }

    /**
     * Opens the same sockets again, after the table has closed them.
     *
     * @param table takes them
     * @throws SennitException with {@link ErrorClass#NETWORK} when an address is in use
     */
    void reopen(ConnectionTable table) {
        for (ListenAddress socket : sockets) {
            try {
                if (socket.reach() == Reach.UNIX) {
                    Files.deleteIfExists(folder.socket());
                    listenOnUnix(table, folder, socket.isTls());
                } else {
                    table.incoming()
                            .listen(
                                    new InetSocketAddress(InetAddress.ofLiteral(socket.host()), socket.port()),
                                    false,
                                    socket.isTls());
                }
            } catch (IOException e) {
                table.incoming().stopListening();
                throw new SennitException(ErrorClass.NETWORK, "cannot listen again, address=" + socket, e);
            }
        }
    }

    /** Says which sockets were opened, and why; empty before. */
    String explain() {
        return explanation;
    }

    /** Tries to listen on a Unix socket; says why not, or null when it does. */
    private String openUnix(ConnectionTable table) {
        if (taken != null) {
            takeOver(table);
            return null;
        }
        try {
            folder = UnixSocketFolder.open(setup.jobId(), setup.process());
            listenOnUnix(table, folder, policy.isTlsEverywhere());
            addUnix(policy.isTlsEverywhere());
        } catch (IOException | RuntimeException e) {
            close();
            return "a Unix socket cannot be made: " + e.getMessage();
        }
        if (setup.process() == 0) {
            StaleSockets.clear(folder.base(), setup.context().wallTime().toEpochMilli());
        }
        return null;
    }

    private void addUnix(boolean isTls) {
        sockets.add(new ListenAddress(Reach.UNIX, isTls, folder.socket().toString(), 0));
    }

    /** Listens under the name of the process that this one replaces, which peers know already; else fails. */
    private void takeOver(ConnectionTable table) {
        try {
            taken.restore(); // a new job may have taken the folder for one that was left
            table.incoming().listen(transport.unixAddress(taken.successor()), true, policy.isTlsEverywhere());
            taken.succeed();
            folder = taken;
            addUnix(policy.isTlsEverywhere());
        } catch (IOException | RuntimeException e) {
            table.incoming().stopListening();
            taken.giveUpSuccessor();
            throw new SennitException(ErrorClass.NETWORK, "cannot listen, address=" + taken.socket(), e);
        }
    }

    private void listenOnUnix(ConnectionTable table, UnixSocketFolder folder, boolean isTls) throws IOException {
        folder.bind(() -> table.incoming().listen(transport.unixAddress(folder.socket()), true, isTls));
    }

    private void openLoopback(ConnectionTable table) {
        try {
            openTcp(table, Reach.LOOPBACK, InetAddress.ofLiteral("127.0.0.1"), policy.isTlsEverywhere());
        } catch (SennitException noVersion4) {
            openTcp(table, Reach.LOOPBACK, InetAddress.ofLiteral("::1"), policy.isTlsEverywhere());
        }
    }

    private void openNetwork(ConnectionTable table, InetAddress address) {
        if (!address.isLoopbackAddress() && setup.secret().length < OUTSIDE_SECRET_BYTES) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "nothing listens on a network with a secret of less than " + OUTSIDE_SECRET_BYTES + " bytes");
        }
        openTcp(table, Reach.NETWORK, address, policy.isTlsBetweenHosts());
    }

    private void openTcp(ConnectionTable table, Reach reach, InetAddress address, boolean isTls) {
        try {
            SocketAddress bound = table.incoming().listen(new InetSocketAddress(address, 0), false, isTls);
            sockets.add(new ListenAddress(
                    reach, isTls, InterfaceChoice.text(address), ((InetSocketAddress) bound).getPort()));
        } catch (IOException e) {
            throw new SennitException(ErrorClass.NETWORK, "cannot listen, address=" + address.getHostAddress(), e);
        }
    }

    /** Deletes the file of the Unix socket. */
    @Override
    public void close() {
        if (folder != null) {
            folder.close();
        }
    }
}
