package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;

/** The contract of network modules over TCP on nio. */
class TcpNioTest extends FullModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new TcpModuleFactory();
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment()
                .with(TcpOptions.TRANSPORT, "nio", "test")
                .with(TcpOptions.UNIX, "off", "test");
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketCutter.cut(vc);
    }
}
