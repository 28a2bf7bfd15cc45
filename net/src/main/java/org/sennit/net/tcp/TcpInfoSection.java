package org.sennit.net.tcp;

import java.util.function.BiConsumer;
import org.sennit.runtime.config.InfoSection;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.error.SennitException;

/** What {@code sennit info} says about tcp. */
public final class TcpInfoSection implements InfoSection {
    /** Made by the service loader. */
    public TcpInfoSection() {}

    @Override
    public int order() {
        return 400;
    }

    @Override
    public String title() {
        return "Network: tcp";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        try {
            TransportChoice choice = TransportChoice.of(options);
            line.accept("transport", choice.transport().name() + ": " + choice.reason());
        } catch (SennitException e) {
            line.accept("transport", "none: " + e.getMessage());
        }
        line.accept("listens on", options.value(TcpOptions.BIND) + ", a port of the system's choice");
    }
}
