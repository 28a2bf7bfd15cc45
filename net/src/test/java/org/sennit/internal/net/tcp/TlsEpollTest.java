package org.sennit.internal.net.tcp;

import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Core;

/** The contract of network modules over TLS between hosts, each process on one of its own, on epoll. */
@Core
class TlsEpollTest extends FullModuleContract {
    private int handshakeMs = TcpOptions.HANDSHAKE_TIMEOUT.defaultValue();

    @Override
    protected NetworkModuleFactory factory() {
        return new TcpModuleFactory();
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment()
                .with(TcpOptions.TRANSPORT, "epoll", "test")
                .with(TcpOptions.INTERFACE, "127.0.0.2", "test")
                .with(HostIdentity.HOST, "h%p", "test")
                .with(TcpOptions.HANDSHAKE_TIMEOUT, handshakeMs, "test");
    }

    /** A peer on another host may only be late, so it is called again until this time is over. */
    @Override
    @Test
    public void failsSendsToAPeerThatIsGone() {
        handshakeMs = 1000;
        super.failsSendsToAPeerThatIsGone();
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketCutter.cut(vc);
    }

    @Override
    public int headToHeadRounds() {
        return 50; // two TLS handshakes each
    }
}
