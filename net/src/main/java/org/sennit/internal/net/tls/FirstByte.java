package org.sennit.internal.net.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * Turns a peer away at once that does not begin as TLS does: Netty's handler takes some bytes for an ancient version
 * and waits for more of them. Goes out of the way afterwards. Used with the loop held.
 */
final class FirstByte extends ChannelInboundHandlerAdapter {
    private static final int HANDSHAKE = 22;

    private final Consumer<Throwable> refused;

    FirstByte(Consumer<Throwable> refused) {
        this.refused = refused;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        if (buffer.getUnsignedByte(buffer.readerIndex()) != HANDSHAKE) {
            buffer.release();
            refused.accept(new SSLException("it does not speak TLS"));
            return;
        }
        context.pipeline().remove(this);
        context.fireChannelRead(message);
    }
}
