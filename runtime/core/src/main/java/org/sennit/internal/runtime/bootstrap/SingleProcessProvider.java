package org.sennit.internal.runtime.bootstrap;

import org.sennit.config.Options;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;

/** Makes a job of this process alone, where no engine has started it. */
public final class SingleProcessProvider implements BootstrapProvider {
    @Override
    public String name() {
        return "alone";
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
    public Bootstrap join(Options options, RuntimeContext context) {
        return SingleProcessBootstrap.of(options);
    }
}
