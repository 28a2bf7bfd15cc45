package org.sennit.internal.shm.mapped;

import org.sennit.config.Options;
import org.sennit.contract.netmod.NetworkWaitingContract;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.WrappedModuleFactory;
import org.sennit.testkit.Core;

/** The contract of waiting over rings, with tcp beneath. */
@Core
class MappedWaitingTest extends NetworkWaitingContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment();
    }
}
