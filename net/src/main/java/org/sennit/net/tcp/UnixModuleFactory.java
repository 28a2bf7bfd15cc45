package org.sennit.net.tcp;

import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkOptions;
import org.sennit.runtime.netmod.NetworkSetup;

/**
 * Makes tcp modules that use Unix sockets and nothing else between processes of one host; for those who demand them by
 * name. Any thread.
 */
public final class UnixModuleFactory implements NetworkModuleFactory {
    /** Made by the service loader. */
    public UnixModuleFactory() {}

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
        return new TcpModule(setup, name(), true);
    }
}
