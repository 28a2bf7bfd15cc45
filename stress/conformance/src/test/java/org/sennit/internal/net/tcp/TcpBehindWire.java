package org.sennit.internal.net.tcp;

import java.util.function.UnaryOperator;
import org.sennit.internal.net.loop.Transport;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;

/** Makes modules whose sockets are a test's; in this package since it alone can. */
public final class TcpBehindWire {
    private TcpBehindWire() {}

    /** Makes a module, with something around what makes its sockets. */
    public static NetworkModule module(NetworkSetup setup, UnaryOperator<Transport> wire) {
        return new TcpModule(setup, "tcp", false, wire);
    }
}
