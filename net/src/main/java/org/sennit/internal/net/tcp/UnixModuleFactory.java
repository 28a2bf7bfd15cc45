package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/**
 * Makes tcp modules that use Unix sockets and nothing else between processes of one host; for jobs that demand them by
 * name. Any thread.
 */
public final class UnixModuleFactory implements NetworkModuleFactory {

    @Override
    public String name() {
        return NetworkOptions.UNIX;
    }

    @Override
    public int preference() {
        return 90;
    }

    @Override
    public String unavailableBecause(Options options) {
        return options.value(TcpOptions.UNIX).equals("off") ? "net.unix=off" : null;
    }

    @Override
    public NetworkModule create(NetworkSetup setup) {
        return OnDemandTcpModule.of(setup, name(), true);
    }
}
