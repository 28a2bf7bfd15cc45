package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.contract.netmod.NetworkWaitingContract;
import org.sennit.spi.network.NetworkModuleFactory;

/** Waiting and sending by many threads over Unix sockets on epoll. */
class UnixEpollWaitingTest extends NetworkWaitingContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new UnixModuleFactory();
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment().with(TcpOptions.TRANSPORT, "epoll", "test");
    }
}
