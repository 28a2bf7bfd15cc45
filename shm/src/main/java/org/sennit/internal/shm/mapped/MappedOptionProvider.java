package org.sennit.internal.shm.mapped;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** Shows the options of mapped to {@code sennit info}. */
public final class MappedOptionProvider implements OptionProvider {

    @Override
    public List<Option<?>> options() {
        return MappedOptions.all();
    }
}
