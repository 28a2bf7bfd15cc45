package org.sennit.internal.net.tcp;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import org.junit.jupiter.api.Nested;
import org.sennit.config.Options;
import org.sennit.contract.netmod.FullBacklogContract;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Sockets whose process does not accept. A Unix socket says that it is full, one of TCP is silent until the time is
 * over.
 */
class FullBacklogTest {
    private static final String EAGAIN = "(-11)";

    private abstract static class OfSockets extends FullBacklogContract {
        @Override
        protected NetworkModuleFactory factory() {
            return new GivenModuleFactory("tcp", setup -> new TcpModule(setup, "tcp", false));
        }

        @Override
        protected SocketAddress listening(BusinessCard card) {
            ListenAddress place = TcpAddress.of(card).sockets().getFirst();
            return place.reach() == ListenAddress.Reach.UNIX
                    ? UnixDomainSocketAddress.of(place.host())
                    : new InetSocketAddress(place.host(), place.port());
        }

        @Override
        protected String describe(VirtualConnection vc) {
            return vc.toString();
        }
    }

    @Nested
    @Core
    @Deadline(seconds = 60)
    class OfUnix extends OfSockets {
        @Override
        protected Options options() {
            return Options.fromEnvironment()
                    .with(TcpOptions.TRANSPORT, "epoll", "test")
                    .with(TcpOptions.UNIX, "on", "test");
        }

        @Override
        protected String failure() {
            return EAGAIN;
        }
    }

    @Nested
    @Core
    @Deadline(seconds = 60)
    class OfTcp extends OfSockets {
        @Override
        protected Options options() {
            return Options.fromEnvironment()
                    .with(TcpOptions.UNIX, "off", "test")
                    .with(TcpOptions.HANDSHAKE_TIMEOUT, 200, "test");
        }

        @Override
        protected String failure() {
            return "no connection in time";
        }
    }
}
