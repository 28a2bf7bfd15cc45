package org.sennit.opi;

import java.util.List;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.OptionProvider;

/** Shows the options of pools to {@code sennit info}. */
public final class PoolOptionProvider implements OptionProvider {
    /** Made by the service loader. */
    public PoolOptionProvider() {}

    @Override
    public List<Option<?>> options() {
        return PoolOptions.all();
    }
}
