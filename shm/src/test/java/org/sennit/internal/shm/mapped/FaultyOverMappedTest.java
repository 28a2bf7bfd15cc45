package org.sennit.internal.shm.mapped;

import org.sennit.chaos.faulty.FaultPlan;
import org.sennit.chaos.faulty.FaultyConnection;
import org.sennit.chaos.faulty.FaultyModuleFactory;
import org.sennit.config.Options;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.internal.net.connection.SocketUnderMapped;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.network.WrappedModuleFactory;

/** The contract of network modules over rings, with tcp beneath, and late and fragmented arrivals. */
class FaultyOverMappedTest extends FullModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(
                new FaultyModuleFactory(), new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory()));
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment().with(FaultPlan.OPTION, "1:delay,fragment", "test");
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketUnderMapped.cut(((MappedConnection) ((FaultyConnection) vc).inner()).inner());
    }

    @Override
    public int headToHeadRounds() {
        return 100; // each maps two segments, and what arrives is late
    }
}
