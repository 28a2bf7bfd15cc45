package org.sennit.shm.mapped;

import org.sennit.contract.netmod.NetworkWaitingContract;
import org.sennit.net.tcp.TcpModuleFactory;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.WrappedModuleFactory;
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
