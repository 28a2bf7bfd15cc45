package org.sennit.internal.shm.mapped;

import org.junit.jupiter.api.Test;
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
import org.sennit.testkit.NotCore;

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

    /** Breaks the socket beneath the pair alone. */
    @Override
    @Test
    @NotCore
    public void healsAConnectionThatBreaksWithNothingLostDoubledOrReordered() {
        super.healsAConnectionThatBreaksWithNothingLostDoubledOrReordered();
    }

    @Override
    public int headToHeadRounds() {
        return 300; // each maps two segments
    }
}
