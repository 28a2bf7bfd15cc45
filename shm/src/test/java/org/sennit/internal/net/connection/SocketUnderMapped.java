package org.sennit.internal.net.connection;

import io.netty.channel.ChannelOption;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.spi.network.VirtualConnection;

/** Breaks the socket of a connection on which mapped stands; in this package since it alone has access to a socket. */
public final class SocketUnderMapped {
    private SocketUnderMapped() {}

    /** Resets the socket, if there is one; both sides learn of it from the system. Any thread. */
    public static void cut(VirtualConnection beneath) {
        Connection connection = (Connection) beneath;
        MigratingEventLoop loop = connection.loop();
        loop.execute(() -> loop.runAsLeader(() -> {
            Link link = connection.link();
            if (link != null) {
                link.channel().config().setOption(ChannelOption.SO_LINGER, 0);
                link.channel().close();
            }
        }));
    }
}
