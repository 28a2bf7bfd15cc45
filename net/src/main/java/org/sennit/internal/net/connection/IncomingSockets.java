package org.sennit.internal.net.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.slf4j.LoggerFactory;

/**
 * Listens, and keeps arrived sockets until a connection takes them: during their handshake, and afterwards until this
 * process asks for a connection to their peer. Used with the loop held.
 */
public final class IncomingSockets implements AcceptorHandshake.Listener {
    private static final int MOST_HANDSHAKES = 64;

    private final ConnectionTable table;
    private final LaneLinks links;
    private final MigratingEventLoop loop;
    private final List<ServerChannel> servers = new ArrayList<>();
    private final Map<Integer, AcceptorHandshake> early = new HashMap<>();
    private final BoundedCrowd<AcceptorHandshake> handshakes;
    private long pushedOut;

    IncomingSockets(ConnectionTable table, LaneLinks links, RandomGenerator random) {
        this.table = table;
        this.links = links;
        this.loop = table.loop();
        this.handshakes = new BoundedCrowd<>(MOST_HANDSHAKES + 2 * table.local().jobProcesses(), random);
    }

    /**
     * Starts to listen, also on one more socket. Only with the loop held and no leader.
     *
     * @param address where
     * @param isUnix whether that is a file
     * @param isTls whether only TLS is understood there
     * @return where it listens, with the port that the system chose
     * @throws IOException when the address cannot be bound
     */
    public SocketAddress listen(SocketAddress address, boolean isUnix, boolean isTls) throws IOException {
        ServerChannel server = links.transport().newServerSocket(isUnix);
        if (!isUnix) {
            server.config().setOption(ChannelOption.SO_REUSEADDR, true);
            boolean isLoopback = address instanceof InetSocketAddress local
                    && local.getAddress().isLoopbackAddress();
            if (isLoopback && !links.settings().isCongestionControlOfSystem()) {
                links.transport().stopPacing(server); // what it accepts inherits it
            }
        }
        server.pipeline().addLast(new Acceptor(isTls), new AcceptPause());
        loop.adopt(server);
        var bound = server.bind(address);
        if (!bound.isDone()) {
            throw new IOException("the address is not bound at once, address=" + address);
        }
        if (!bound.isSuccess()) {
            server.close();
            throw new IOException(
                    "cannot listen, address=" + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        servers.add(server);
        return server.localAddress();
    }

    /** Takes the sockets that Netty has accepted. */
    private final class Acceptor extends ChannelInboundHandlerAdapter {
        private final boolean isTls;

        Acceptor(boolean isTls) {
            this.isTls = isTls;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            Channel channel = (Channel) accepted;
            AcceptorHandshake handshake =
                    new AcceptorHandshake(IncomingSockets.this, table.local(), links, channel, isTls);
            AcceptorHandshake pushedOut = handshakes.add(handshake);
            if (pushedOut != null) {
                pushOut(pushedOut);
            }
            table.liveness().hurry();
            Link link = handshake.link();
            table.sockets().prepare(link, false, failure -> {
                if (failure != null) {
                    link.fail(failure);
                }
            });
            loop.adopt(channel).addListener(done -> {
                if (!done.isSuccess()) {
                    handshake.link().fail(done.cause());
                }
            });
        }
    }

    /** Closes an unproved socket, to bound their number. */
    private void pushOut(AcceptorHandshake unproved) {
        unproved.abandon();
        if (Long.bitCount(++pushedOut) == 1) { // bounds the log as well
            LoggerFactory.getLogger(IncomingSockets.class)
                    .warn("refused a connection: too many at once that prove nothing, so far {}", pushedOut);
        }
    }

    @Override
    public void arrived(int number, AcceptorHandshake handshake) {
        handshakes.remove(handshake);
        Connection connection = table.connectionFor(number);
        if (connection != null) {
            connection.dialer().peerArrived(handshake);
            return;
        }
        // the peer connects before this process has asked for a connection: kept for connect
        AcceptorHandshake older = early.put(number, handshake);
        if (older != null) {
            older.abandon();
        }
    }

    @Override
    public void handshakeEnded(AcceptorHandshake handshake) {
        handshakes.remove(handshake);
        early.values().remove(handshake);
    }

    /** Returns the socket of a peer that has proved itself before it was asked for; null when there is none. */
    AcceptorHandshake takeEarly(int number) {
        return early.remove(number);
    }

    /** Returns whether a handshake is under way. */
    boolean isBusy() {
        return !handshakes.isEmpty();
    }

    /** Closes the sockets on which this process listens. Only with the loop held and no leader. */
    public void stopListening() {
        servers.forEach(ServerChannel::close);
        servers.clear();
    }

    /** Closes all sockets that belong to no connection yet. */
    void abandonAll() {
        for (AcceptorHandshake handshake : handshakes.copy()) {
            handshake.abandon();
        }
        handshakes.clear();
        for (AcceptorHandshake handshake : List.copyOf(early.values())) {
            handshake.abandon();
        }
        early.clear();
    }
}
