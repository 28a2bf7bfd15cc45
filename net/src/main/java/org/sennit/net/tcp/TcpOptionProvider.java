package org.sennit.net.tcp;

import java.util.List;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.OptionProvider;

/** Shows the options of tcp to {@code sennit info}. */
public final class TcpOptionProvider implements OptionProvider {
    /** Made by the service loader. */
    public TcpOptionProvider() {}

    @Override
    public List<Option<?>> options() {
        return TcpOptions.all();
    }
}
