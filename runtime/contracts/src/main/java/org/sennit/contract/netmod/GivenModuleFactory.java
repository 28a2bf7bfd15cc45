package org.sennit.contract.netmod;

import java.util.function.Function;
import org.sennit.config.Options;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/**
 * A factory of the modules that a test makes; always available.
 *
 * @param modules makes a module
 */
public record GivenModuleFactory(String name, Function<NetworkSetup, NetworkModule> modules)
        implements NetworkModuleFactory {
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
        return modules.apply(setup);
    }
}
