package org.sennit.net.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import org.sennit.net.loop.MigratingEventLoop;
import org.sennit.runtime.netmod.VirtualConnection;

/** Cuts the socket under a connection, as the death of its process would. */
public final class SocketCutter {
    private SocketCutter() {}

    /** Resets the socket; both sides learn of it from the system. */
    public static void cut(VirtualConnection vc) {
        MigratingEventLoop loop = ((Connection) vc).loop();
        loop.execute(() -> loop.runAsLeader(() -> {
            Channel channel = ((Connection) vc).link().channel();
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        }));
    }
}
