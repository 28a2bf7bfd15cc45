package org.sennit.examples.lapi;

import org.sennit.spi.launch.Example;

/** The short name {@code lapi}, for {@link java.util.ServiceLoader}. Stateless; any thread. */
public final class LapiExample implements Example {
    /** Made by the service loader. */
    public LapiExample() {}

    @Override
    public String name() {
        return "lapi";
    }

    @Override
    public String summary() {
        return "strided put, scatter by an iovector, and a queue of active messages, verified: lapi";
    }

    @Override
    public Class<?> mainClass() {
        return LapiProgram.class;
    }
}
