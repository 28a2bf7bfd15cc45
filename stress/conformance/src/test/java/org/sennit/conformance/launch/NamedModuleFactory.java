package org.sennit.conformance.launch;

import org.sennit.config.Options;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/** A network module of somebody else: sockets by another name, which says that it has been chosen. */
public final class NamedModuleFactory implements NetworkModuleFactory {
    static final String NAME = "named";

    private final NetworkModuleFactory sockets = new TcpModuleFactory();

    /** Made by the service loader. */
    public NamedModuleFactory() {}

    @Override
    public String name() {
        return NAME;
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
        System.out.println("module " + NAME);
        return sockets.create(setup);
    }
}
