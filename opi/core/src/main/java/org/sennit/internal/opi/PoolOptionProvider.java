package org.sennit.internal.opi;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.ownership.PoolOptions;

/** Shows the options of pools to {@code sennit info}. */
public final class PoolOptionProvider implements OptionProvider {
    @Override
    public List<Option<?>> options() {
        return List.of(
                PoolOptions.POOL,
                PoolOptions.CAP,
                PoolOptions.WINDOW,
                PoolOptions.SHARED,
                PoolOptions.CHECKED,
                PoolOptions.SAMPLING);
    }
}
