package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/**
 * Makes tcp modules: Unix sockets on one host unless tcp was asked for by name, TCP otherwise. Always available. Any
 * thread.
 */
public final class TcpModuleFactory implements NetworkModuleFactory {

    @Override
    public String name() {
        return NetworkOptions.TCP;
    }

    @Override
    public int preference() {
        return 100;
    }

    @Override
    public String unavailableBecause(Options options) {
        return null;
    }

    @Override
    public NetworkModule create(NetworkSetup setup) {
        return OnDemandTcpModule.of(setup, name(), false);
    }
}
