package org.sennit.net.tcp;

import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.NetworkModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.net.connection.SocketCutter;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.VirtualConnection;
import org.sennit.testkit.Core;

/** The contract of network modules over Unix sockets on epoll. */
@Core
class UnixEpollTest extends NetworkModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new UnixModuleFactory();
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment().with(TcpOptions.TRANSPORT, "epoll", "test");
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketCutter.cut(vc);
    }
}
