package org.sennit.net.connection;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sennit.net.loop.LoopWork;
import org.sennit.net.loop.MigratingEventLoop;
import org.sennit.net.loop.ReceiveBuffer;
import org.sennit.net.loop.Transport;
import org.sennit.net.wire.TcpAddress;
import org.sennit.runtime.netmod.NetworkUpcalls;

/**
 * All connections of one module: makes them, listens for those of the peers, and brings both together. Public methods may
 * be called by any thread unless they say otherwise; everything else runs with the loop held.
 */
public final class ConnectionTable implements LoopWork {
    /** With more sockets than this it is cheaper to ask the handler. */
    private static final int MOST_TO_LOOK_AT = 4;

    private final LocalProcess local;
    private final ConnectionSettings settings;
    private final MigratingEventLoop loop;
    private final Transport transport;
    private final NetworkUpcalls upcalls;
    private final StagingPool staging;
    private final ReceiveBuffer receiveBuffer;

    // guarded by the loop
    private final Map<Integer, Connection> connections = new HashMap<>();
    private final List<Connection> withoutProcess = new ArrayList<>();
    private final Map<Integer, AcceptorHandshake> early = new HashMap<>();
    private final Set<AcceptorHandshake> handshakes = new HashSet<>();
    private ArrayDeque<Connection> backlog = new ArrayDeque<>();
    private ArrayDeque<Connection> backlogInWork = new ArrayDeque<>();
    private final ArrayList<Link> ready = new ArrayList<>();
    private final ArrayList<Link> withPending = new ArrayList<>();
    private ServerSocketChannel server;
    private boolean isClosed;

    /**
     * Makes an empty table.
     *
     * @param local who this process is
     * @param settings its numbers
     * @param loop the loop of all its sockets
     * @param transport the kind of sockets
     * @param upcalls the device above
     */
    public ConnectionTable(
            LocalProcess local,
            ConnectionSettings settings,
            MigratingEventLoop loop,
            Transport transport,
            NetworkUpcalls upcalls) {
        this.local = local;
        this.settings = settings;
        this.loop = loop;
        this.transport = transport;
        this.upcalls = upcalls;
        this.staging = new StagingPool(settings.pieceBytes());
        this.receiveBuffer = new ReceiveBuffer(settings.pieceBytes());
        loop.setWork(this);
    }

    LocalProcess local() {
        return local;
    }

    ConnectionSettings settings() {
        return settings;
    }

    MigratingEventLoop loop() {
        return loop;
    }

    Transport transport() {
        return transport;
    }

    NetworkUpcalls upcalls() {
        return upcalls;
    }

    StagingPool staging() {
        return staging;
    }

    boolean isClosed() {
        return isClosed;
    }

    // ---- listening ----

    /**
     * Starts to listen. Only with the loop held and no leader.
     *
     * @param address where
     * @return where it listens, with the port that the system chose
     * @throws IOException when the address cannot be bound
     */
    public InetSocketAddress listen(SocketAddress address) throws IOException {
        server = transport.newServerSocket();
        server.config().setOption(ChannelOption.SO_REUSEADDR, true);
        server.pipeline().addLast(new Acceptor());
        loop.adopt(server);
        var bound = server.bind(address);
        if (!bound.isDone()) {
            throw new IOException("the address is not bound at once, address=" + address);
        }
        if (!bound.isSuccess()) {
            server.close();
            throw new IOException("cannot listen, address=" + address, bound.cause());
        }
        return server.localAddress();
    }

    /** Takes the sockets that Netty has accepted. */
    private final class Acceptor extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            SocketChannel channel = (SocketChannel) accepted;
            AcceptorHandshake handshake = new AcceptorHandshake(ConnectionTable.this, channel);
            handshakes.add(handshake);
            prepare(channel, handshake.link());
            loop.adopt(channel).addListener(done -> {
                if (!done.isSuccess()) {
                    handshake.link().fail(done.cause());
                }
            });
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // as when the process has no descriptor left for an arrival: that one is lost, listening goes on
            context.channel().config().setAutoRead(true);
        }
    }

    private void prepare(Channel channel, Link link) {
        channel.config()
                .setAllocator(UnpooledByteBufAllocator.DEFAULT)
                .setRecvByteBufAllocator(receiveBuffer)
                .setOption(ChannelOption.TCP_NODELAY, true);
        if (settings.sendBufferBytes() > 0) {
            channel.config().setOption(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            channel.config().setOption(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        channel.pipeline().addLast(link);
    }

    /** A peer has proved that it is {@code process}. */
    void arrived(int process, AcceptorHandshake handshake) {
        handshakes.remove(handshake);
        Connection connection = connections.get(process);
        if (connection == null && process >= local.jobProcesses()) {
            connection = new Connection(this, process, null); // joined later and knows this process by card alone
            connections.put(process, connection);
        }
        if (connection != null) {
            connection.peerArrived(handshake);
            return;
        }
        // the peer has this process's card before this process has asked for the peer's: it waits for connect
        AcceptorHandshake older = early.put(process, handshake);
        if (older != null) {
            older.abandon();
        }
    }

    void handshakeEnded(AcceptorHandshake handshake) {
        handshakes.remove(handshake);
        early.values().remove(handshake);
    }

    // ---- connecting ----

    /**
     * Finds or makes the connection to a process. Only with the loop held.
     *
     * @param process the peer
     * @param address where it listens
     * @return the connection
     */
    public Connection connect(int process, TcpAddress address) {
        Connection connection = connections.get(process);
        if (connection == null) {
            connection = new Connection(this, process, address);
            connections.put(process, connection);
            AcceptorHandshake waiting = early.remove(process);
            if (waiting != null) {
                connection.peerArrived(waiting);
            }
        }
        connection.setAddress(address);
        return connection;
    }

    /**
     * Makes a connection to whoever listens at an address. Only with the loop held.
     *
     * @param address the address
     * @return the connection
     */
    public Connection connectToRoot(TcpAddress address) {
        Connection connection = new Connection(this, -1, address);
        withoutProcess.add(connection);
        return connection;
    }

    /** The peer of a connection by card alone has told its number. */
    void processKnown(Connection connection, int process) {
        withoutProcess.remove(connection);
        connections.putIfAbsent(process, connection);
    }

    /** Makes the socket of an attempt. */
    InitiatorHandshake newAttempt(Connection connection) {
        return new InitiatorHandshake(this, connection, transport.newSocket());
    }

    /** Connects the socket of an attempt; opened() or the link's failure follows, perhaps during this call. */
    void start(Connection connection, InitiatorHandshake handshake) {
        SocketChannel channel = handshake.link().channel();
        loop.runAsLeader(() -> {
            if (handshake.link().isClosed()) {
                return;
            }
            prepare(channel, handshake.link());
            TcpAddress address = connection.address();
            loop.adopt(channel).addListener(registered -> {
                if (!registered.isSuccess()) {
                    handshake.link().fail(registered.cause());
                    return;
                }
                channel.connect(new InetSocketAddress(address.host(), address.port()))
                        .addListener(connected -> {
                            if (!connected.isSuccess()) {
                                handshake.link().fail(connected.cause());
                            } else if (!handshake.link().isClosed()) {
                                handshake.opened();
                            }
                        });
            });
        });
    }

    // ---- pending work ----

    /** The connection has more to do in the next round. */
    void addToBacklog(Connection connection) {
        backlog.addLast(connection);
        loop.requestWork();
    }

    void addReady(Link link) {
        ready.add(link);
    }

    void addPending(Link link) {
        withPending.add(link);
        loop.requestWork();
    }

    void remove(Link link) {
        ready.remove(link);
        withPending.remove(link);
    }

    @Override
    public int look() {
        int count = ready.size();
        if (count == 0 || count > MOST_TO_LOOK_AT) {
            return -1;
        }
        int done = 0;
        for (int i = count - 1; i >= 0; i--) { // an upcall may end links: never past the end
            if (i < ready.size()) {
                int result = ready.get(i).readNow(receiveBuffer.bytes());
                if (result < 0) {
                    return -1;
                }
                done += result;
            }
        }
        return done;
    }

    @Override
    public void workOff() {
        for (int i = withPending.size() - 1; i >= 0; i--) {
            if (i < withPending.size() && withPending.get(i).flushNow()) {
                withPending.remove(i);
            }
        }
        ArrayDeque<Connection> work = backlog;
        backlog = backlogInWork;
        backlogInWork = work;
        for (Connection connection = work.pollFirst(); connection != null; connection = work.pollFirst()) {
            connection.workOff();
        }
        if (!withPending.isEmpty()) {
            loop.requestWork();
        }
    }

    @Override
    public void prepareToBlock() {
        for (int i = withPending.size() - 1; i >= 0; i--) {
            withPending.get(i).leaveToNetty();
        }
        withPending.clear();
    }

    // ---- the end ----

    /** Asks every connection to end in order. Only with the loop held. */
    public void terminateAll() {
        for (Connection connection : all()) {
            connection.terminateQuietly();
        }
    }

    /**
     * Whether no connection has a socket or anything to send. Only with the loop held.
     *
     * @return true when all is done
     */
    public boolean isIdle() {
        for (Connection connection : all()) {
            if (!connection.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the system has taken all that was to be sent. Only with the loop held.
     *
     * @return true when nothing is lost by closing now
     */
    public boolean isFlushed() {
        for (Connection connection : all()) {
            if (!connection.isFlushed()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Closes every socket; what is pending fails. Only with the loop held and no leader.
     *
     * @param cause why
     */
    public void close(Throwable cause) {
        isClosed = true;
        if (server != null) {
            server.close();
        }
        for (AcceptorHandshake handshake : List.copyOf(handshakes)) {
            handshake.abandon();
        }
        for (AcceptorHandshake handshake : List.copyOf(early.values())) {
            handshake.abandon();
        }
        for (Connection connection : all()) {
            connection.closeNow(cause);
        }
    }

    private List<Connection> all() {
        List<Connection> all = new ArrayList<>(connections.values());
        all.addAll(withoutProcess);
        return all;
    }
}
