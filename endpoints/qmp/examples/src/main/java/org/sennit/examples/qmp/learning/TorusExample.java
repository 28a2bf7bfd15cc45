package org.sennit.examples.qmp.learning;

import org.sennit.spi.launch.Example;

/** The short name {@code torus}, for {@link java.util.ServiceLoader}. Stateless; any thread. */
public final class TorusExample extends Example {
    /** Made by the service loader. */
    public TorusExample() {
        super("torus", "heat on a torus in the style of QMP, to learn from: torus [-qmp-geom ...]", Torus.class);
    }
}
