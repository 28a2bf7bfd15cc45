package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;

/** The contract of network modules over TCP with 2 lanes on one side and 3 on the other. */
class TcpLanesTest extends FullModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new LanedModuleFactory(new TcpModuleFactory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment()
                .with(TcpOptions.TRANSPORT, "epoll", "test")
                .with(TcpOptions.UNIX, "off", "test");
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketCutter.cut(vc);
    }
}
