package org.sennit.spi.network;

import org.sennit.config.Options;

/**
 * A wrapper and what it stands on, as one factory: where a single module is wanted, such as beneath another wrapper.
 * Immutable; any thread.
 *
 * @param outer a wrapper
 * @param inner the factory of the module beneath
 */
public record WrappedModuleFactory(NetworkModuleFactory outer, NetworkModuleFactory inner)
        implements NetworkModuleFactory {
    /** Returns the names of both, from the top. */
    @Override
    public String name() {
        return outer.name() + "+" + inner.name();
    }

    @Override
    public int preference() {
        return outer.preference();
    }

    @Override
    public String unavailableBecause(Options options) {
        String reason = inner.unavailableBecause(options);
        return reason == null ? outer.unavailableBecause(options) : reason;
    }

    @Override
    public NetworkModule create(NetworkSetup setup) {
        return outer.wrap(setup, inner);
    }
}
