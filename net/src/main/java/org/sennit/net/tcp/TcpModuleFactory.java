package org.sennit.net.tcp;

import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkOptions;
import org.sennit.runtime.netmod.NetworkSetup;

/** Makes tcp modules: Unix sockets on one host unless tcp was asked for by name, TCP otherwise. Always available. Any thread. */
public final class TcpModuleFactory implements NetworkModuleFactory {
    /** Made by the service loader. */
    public TcpModuleFactory() {}

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
        return new TcpModule(setup, name(), false);
    }
}
