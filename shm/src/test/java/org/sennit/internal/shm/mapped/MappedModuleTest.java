package org.sennit.internal.shm.mapped;

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
import org.sennit.testkit.Core;

/** The contract over rings, with tcp beneath. */
@Core
class MappedModuleTest extends FullModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment();
    }

    @Override
    protected void cut(VirtualConnection vc) {
        SocketUnderMapped.cut(((MappedConnection) vc).inner());
    }

    @Override
    public int headToHeadRounds() {
        return 300; // each maps two segments
    }
}
