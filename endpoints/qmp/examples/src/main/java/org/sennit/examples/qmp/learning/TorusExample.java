package org.sennit.examples.qmp.learning;

import org.sennit.spi.launch.Example;

/** The short name {@code torus}, for {@link java.util.ServiceLoader}. Stateless; any thread. */
public final class TorusExample implements Example {
    /** Made by the service loader. */
    public TorusExample() {}

    @Override
    public String name() {
        return "torus";
    }

    @Override
    public String summary() {
        return "heat on a torus in the style of QMP, to learn from: torus [-qmp-geom ...]";
    }

    @Override
    public Class<?> mainClass() {
        return Torus.class;
    }
}
