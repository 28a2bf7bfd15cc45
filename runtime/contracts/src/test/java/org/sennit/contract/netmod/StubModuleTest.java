package org.sennit.contract.netmod;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.config.Options;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/** The core of the contract over the least that a network module needs. */
class StubModuleTest extends NetworkModuleContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new Factory();
    }

    /** In a real module named by META-INF/services; one object makes the modules of one network. */
    private static final class Factory implements NetworkModuleFactory {
        private final Map<Integer, StubModule> network = new ConcurrentHashMap<>();

        @Override
        public String name() {
            return "stub";
        }

        @Override
        public int preference() {
            return 0;
        }

        @Override
        public String unavailableBecause(Options options) {
            return null;
        }

        @Override
        public NetworkModule create(NetworkSetup setup) {
            return new StubModule(network, setup);
        }
    }
}
