package org.sennit.internal.net.tcp;

import org.sennit.contract.netmod.NetworkWaitingContract;
import org.sennit.spi.network.NetworkModuleFactory;

/** Waiting and sending by many threads in one lane of several. */
class TcpLanesWaitingTest extends NetworkWaitingContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new LanedModuleFactory(new TcpModuleFactory());
    }
}
