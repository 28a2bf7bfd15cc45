package org.sennit.internal.net.tcp;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** Shows the options of tcp to {@code sennit info}. */
public final class TcpOptionProvider implements OptionProvider {

    @Override
    public List<Option<?>> options() {
        return TcpOptions.all();
    }
}
