package org.sennit.ownership;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** Shows the options of pools to {@code sennit info}. */
public final class PoolOptionProvider implements OptionProvider {
    /** Made by the service loader. */
    public PoolOptionProvider() {}

    @Override
    public List<Option<?>> options() {
        return PoolOptions.all();
    }
}
