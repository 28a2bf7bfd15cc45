package org.sennit.internal.net.connection;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.loop.Transport;
import org.sennit.internal.net.wire.ListenAddress;

/** Makes the sockets of a lane's connections and sets up those that have arrived. Used with the loop held. */
final class Sockets {
    private final LaneLinks lane;
    private final ConnectionSettings settings;
    private final MigratingEventLoop loop;
    private final Transport transport;

    Sockets(LaneLinks lane) {
        this.lane = lane;
        this.settings = lane.settings();
        this.loop = lane.loop();
        this.transport = lane.transport();
    }

    /** Sets up a fresh socket; {@code secured} is called when TLS has authenticated or rejected the peer. */
    void prepare(Link link, boolean isInitiator, Consumer<Throwable> secured) {
        Channel channel = link.channel();
        if (link.isTls()) {
            lane.routes().security().protect(channel, isInitiator, failure -> {
                link.setSecured();
                secured.accept(failure);
            });
        } else {
            channel.config()
                    .setAllocator(UnpooledByteBufAllocator.DEFAULT)
                    .setRecvByteBufAllocator(lane.receiveBuffer());
        }
        channel.config().setOption(ChannelOption.TCP_NODELAY, true); // a Unix socket has no such thing and ignores it
        if (settings.sendBufferBytes() > 0) {
            channel.config().setOption(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            channel.config().setOption(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        channel.pipeline().addLast(link);
    }

    /** Makes a socket to reach an address of a peer. */
    Link newLink(ListenAddress address, Link.Owner owner) {
        boolean isUnix = address.reach() == ListenAddress.Reach.UNIX;
        return new Link(lane, transport.newSocket(isUnix), address.isTls(), owner);
    }

    /**
     * Connects a socket; {@code opened} or the link's failure follows, perhaps during this call.
     *
     * @param opened run when the peer can be spoken to; what it throws is the link's failure
     */
    void connect(Link link, ListenAddress address, Runnable opened) {
        // what is thrown the loop and Netty would only log: the attempt would last until its timeout
        loop.runAsLeader(() -> orFail(link, () -> prepareAndConnect(link, address, opened)));
    }

    private void prepareAndConnect(Link link, ListenAddress address, Runnable opened) {
        if (link.isClosed()) {
            return;
        }
        prepare(link, true, failure -> {
            if (failure != null) {
                link.fail(failure);
            } else {
                runOpened(link, opened);
            }
        });
        Channel channel = link.channel();
        if (address.reach() == ListenAddress.Reach.LOOPBACK && !settings.isCongestionControlOfSystem()) {
            transport.stopPacing(channel);
        }
        loop.adopt(channel).addListener(registered -> {
            if (!registered.isSuccess()) {
                link.fail(registered.cause());
                return;
            }
            orFail(
                    link,
                    () -> channel.connect(socketAddress(address)).addListener(connected -> {
                        if (!connected.isSuccess()) {
                            link.fail(AddressWalk.exactly(address, connected.cause()));
                        } else if (!link.isTls()) {
                            runOpened(link, opened);
                        }
                    }));
        });
    }

    private static void runOpened(Link link, Runnable opened) {
        if (!link.isClosed()) {
            orFail(link, opened);
        }
    }

    private static void orFail(Link link, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            link.fail(e);
        }
    }

    private SocketAddress socketAddress(ListenAddress address) {
        return address.reach() == ListenAddress.Reach.UNIX
                ? transport.unixAddress(Path.of(address.host()))
                : new InetSocketAddress(address.host(), address.port());
    }
}
