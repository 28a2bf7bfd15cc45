package org.sennit.internal.net.connection;

import io.netty.channel.ChannelOption;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.spi.network.VirtualConnection;

/** Breaks connections for tests. Any thread. */
public final class SocketCutter {
    private SocketCutter() {}

    /** Keeps all other threads from driving the loop of a connection, its liveness thread too, until {@link #letGo}. */
    public static void hold(VirtualConnection vc) {
        ((Connection) vc).loop().acquire();
    }

    /** The end of {@link #hold}; by the same thread. */
    public static void letGo(VirtualConnection vc) {
        ((Connection) vc).loop().release();
    }

    /** Resets the socket, if there is one; both sides learn of it from the system. */
    public static void cut(VirtualConnection vc) {
        Connection connection = (Connection) vc;
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
