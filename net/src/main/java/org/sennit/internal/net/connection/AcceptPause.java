package org.sennit.internal.net.connection;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Stops a listening socket for a while after it could not accept, for example since no descriptor is left. The arrived
 * peers stay in the system's queue meanwhile, which the loop would else report to itself again and again. Used with the
 * loop held.
 */
final class AcceptPause extends ChannelInboundHandlerAdapter {
    static final long PAUSE_MS = 50;

    private long failures;

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (Long.bitCount(++failures) == 1) { // bounds the log
            LoggerFactory.getLogger(AcceptPause.class)
                    .warn("could not accept a connection, and tries again: {}, so far {}", cause.toString(), failures);
        }
        ChannelConfig config = context.channel().config();
        if (config.isAutoRead()) {
            config.setAutoRead(false);
            context.executor().schedule(() -> config.setAutoRead(true), PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }
}
