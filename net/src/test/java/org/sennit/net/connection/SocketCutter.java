package org.sennit.net.connection;

import io.netty.channel.ChannelOption;
import org.sennit.net.loop.MigratingEventLoop;
import org.sennit.runtime.netmod.VirtualConnection;

/** Breaks connections for tests. Any thread. */
public final class SocketCutter {
    private SocketCutter() {}

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
