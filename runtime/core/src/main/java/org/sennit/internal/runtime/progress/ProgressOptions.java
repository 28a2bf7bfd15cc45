package org.sennit.internal.runtime.progress;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** Lists the options of waiting for {@code sennit info}. */
public final class ProgressOptions implements OptionProvider {
    @Override
    public List<Option<?>> options() {
        return List.of(WaitStrategy.SPIN, WaitStrategy.YIELD, WaitStrategy.PERMITS);
    }
}
