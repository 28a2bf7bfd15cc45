package org.sennit.internal.net.tcp;

import org.sennit.chaos.faulty.FaultPlan;
import org.sennit.chaos.faulty.FaultyConnection;
import org.sennit.chaos.faulty.FaultyModuleFactory;
import org.sennit.config.Options;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.internal.net.connection.SocketCutter;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.network.WrappedModuleFactory;

/** The contract of network modules over tcp with late and fragmented arrivals. */
class FaultyOverTcpTest extends FullModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(new FaultyModuleFactory(), new TcpModuleFactory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment().with(FaultPlan.OPTION, "1:delay,fragment", "test");
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketCutter.cut(((FaultyConnection) vc).inner());
    }
}
