package org.sennit.internal.net.tcp;

import io.netty.channel.epoll.Epoll;
import org.sennit.config.Options;
import org.sennit.internal.net.loop.EpollTransport;
import org.sennit.internal.net.loop.NioTransport;
import org.sennit.internal.net.loop.Transport;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The sockets that tcp uses here, and the reason: epoll where the JVM may load native code and the platform has it,
 * else NIO.
 *
 * @param transport the sockets
 * @param reason why these
 */
record TransportChoice(Transport transport, String reason) {
    /**
     * Chooses. Loads native code only when that is allowed, so that nothing is printed.
     *
     * @throws SennitException with {@link ErrorClass#UNSUPPORTED} when epoll is demanded and not there
     */
    static TransportChoice of(Options options) {
        QuietNetty.prepare();
        String wanted = options.value(TcpOptions.TRANSPORT);
        if (wanted.equals("nio")) {
            return new TransportChoice(
                    new NioTransport(), "net.transport=nio (" + options.origin(TcpOptions.TRANSPORT) + ")");
        }
        String obstacle = epollObstacle();
        if (obstacle == null) {
            return new TransportChoice(new EpollTransport(), "native epoll is available");
        }
        if (wanted.equals("epoll")) {
            throw new SennitException(ErrorClass.UNSUPPORTED, "net.transport=epoll cannot be had: " + obstacle);
        }
        return new TransportChoice(new NioTransport(), obstacle);
    }

    private static String epollObstacle() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "epoll needs Linux";
        }
        // Netty's common part is what loads libraries; asking for permission prints nothing, loading without would
        if (!io.netty.util.NettyRuntime.class.getModule().isNativeAccessEnabled()) {
            return "native access is not enabled (--enable-native-access=ALL-UNNAMED)";
        }
        Throwable cause = Epoll.unavailabilityCause();
        if (cause == null) {
            return null;
        }
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return "native epoll cannot be loaded: " + root.getMessage();
    }
}
