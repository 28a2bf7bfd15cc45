package org.sennit.chaos.faulty;

import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

/** Makes faulty modules; available where {@link FaultPlan#OPTION} is set. Any thread. */
public final class FaultyModuleFactory implements NetworkModuleFactory {
    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public int preference() {
        return 1000; // on top of everything
    }

    @Override
    public String unavailableBecause(Options options) {
        return options.value(FaultPlan.OPTION).isEmpty() ? "option " + FaultPlan.OPTION.name() + " is not set" : null;
    }

    @Override
    public boolean isWrapper() {
        return true;
    }

    @Override
    public NetworkModule create(NetworkSetup setup) {
        throw new SennitException(ErrorClass.UNSUPPORTED, "faulty stands on another network module");
    }

    @Override
    public NetworkModule wrap(NetworkSetup setup, NetworkModuleFactory inner) {
        return new FaultyModule(setup, FaultPlan.of(setup.options()), inner);
    }
}
