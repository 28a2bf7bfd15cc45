package org.sennit.internal.net.tcp;

import org.sennit.chaos.faulty.FaultPlan;
import org.sennit.chaos.faulty.FaultyModuleFactory;
import org.sennit.config.Options;
import org.sennit.contract.netmod.NetworkWaitingContract;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.WrappedModuleFactory;

/** Waiting and sending by many threads over tcp with late, fragmented and stalled traffic. */
class FaultyWaitingTest extends NetworkWaitingContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(new FaultyModuleFactory(), new TcpModuleFactory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment().with(FaultPlan.OPTION, "3:delay,fragment,stall", "test");
    }
}
