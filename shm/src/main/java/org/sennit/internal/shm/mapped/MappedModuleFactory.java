package org.sennit.internal.shm.mapped;

import org.sennit.config.Options;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/** Makes the module {@code mapped}. */
public final class MappedModuleFactory implements NetworkModuleFactory {
    /** The name of the module. */
    public static final String NAME = "mapped";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 200;
    }

    @Override
    public boolean isWrapper() {
        return true;
    }

    @Override
    public String unavailableBecause(Options options) {
        String wanted = options.value(NetworkOptions.MODULE);
        return wanted.isEmpty() || wanted.equals(NAME) ? null : "option net.module is " + wanted;
    }

    @Override
    public NetworkModule create(NetworkSetup setup) {
        throw new SennitException(ErrorClass.UNSUPPORTED, "the module mapped needs another beneath it");
    }

    @Override
    public NetworkModule wrap(NetworkSetup setup, NetworkModuleFactory inner) {
        return new MappedModule(
                setup, inner, setup.options().value(NetworkOptions.MODULE).equals(NAME));
    }
}
