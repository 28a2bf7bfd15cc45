package org.sennit.internal.net.tcp;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModuleFactory;

/** The module on Unix sockets beneath mapped, opened when it is made; in this package since it alone can make one. */
public final class SocketsUnderMapped {
    private SocketsUnderMapped() {}

    /** Makes modules whose sockets are there at once. */
    public static NetworkModuleFactory factory() {
        return new GivenModuleFactory("tcp", setup -> new TcpModule(setup, "tcp", true));
    }

    /** Returns where a module listens. */
    public static SocketAddress listening(BusinessCard card) {
        return UnixDomainSocketAddress.of(
                TcpAddress.of(card).sockets().getFirst().host());
    }
}
