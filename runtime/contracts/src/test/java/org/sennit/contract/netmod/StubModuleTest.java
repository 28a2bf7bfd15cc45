package org.sennit.contract.netmod;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.spi.network.NetworkModuleFactory;

/** The core of the contract over the least that a network module needs. */
class StubModuleTest extends NetworkModuleContract {
    @Override
    protected NetworkModuleFactory factory() {
        Map<Integer, StubModule> network = new ConcurrentHashMap<>();
        return new GivenModuleFactory("stub", setup -> new StubModule(network, setup));
    }
}
