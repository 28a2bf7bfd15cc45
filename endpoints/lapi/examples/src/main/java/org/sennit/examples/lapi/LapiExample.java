package org.sennit.examples.lapi;

import org.sennit.spi.launch.Example;

/** The short name {@code lapi}, for {@link java.util.ServiceLoader}. Stateless; any thread. */
public final class LapiExample extends Example {
    /** Made by the service loader. */
    public LapiExample() {
        super(
                "lapi",
                "strided put, scatter by an iovector, and a queue of active messages, verified: lapi",
                LapiProgram.class);
    }
}
