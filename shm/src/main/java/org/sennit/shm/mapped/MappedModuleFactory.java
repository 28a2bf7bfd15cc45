package org.sennit.shm.mapped;

import org.sennit.runtime.config.Options;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.NetworkModuleFactory;
import org.sennit.runtime.netmod.NetworkOptions;
import org.sennit.runtime.netmod.NetworkSetup;

/** Makes the module {@code mapped}. */
public final class MappedModuleFactory implements NetworkModuleFactory {
    /** The name of the module. */
    public static final String NAME = "mapped";

    /** Made by the service loader. */
    public MappedModuleFactory() {}

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
