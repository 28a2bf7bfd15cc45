package org.sennit.internal.net.connection;

import io.netty.channel.ChannelOption;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.spi.network.VirtualConnection;

/** Breaks the socket of a connection on which mapped stands; in this package since it alone has access to a socket. */
public final class SocketUnderMapped {
    private SocketUnderMapped() {}

    /** Returns the socket, always another one after a break; null when there is none. Any thread that has no loop. */
    public static Object socket(VirtualConnection beneath) {
        Connection connection = (Connection) beneath;
        connection.loop().acquire();
        try {
            return connection.link();
        } finally {
            connection.loop().release();
        }
    }

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
