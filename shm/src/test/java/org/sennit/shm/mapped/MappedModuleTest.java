package org.sennit.shm.mapped;

import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.NetworkModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.net.connection.SocketUnderMapped;
import org.sennit.net.tcp.TcpModuleFactory;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.VirtualConnection;
import org.sennit.runtime.netmod.WrappedModuleFactory;
import org.sennit.testkit.Core;

/** The contract over rings, with tcp beneath. */
@Core
class MappedModuleTest extends NetworkModuleContract implements QuiesceContract, DestructionContract, DeathContract {
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
