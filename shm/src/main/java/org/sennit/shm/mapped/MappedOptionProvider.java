package org.sennit.shm.mapped;

import java.util.List;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.OptionProvider;

/** Shows the options of mapped to {@code sennit info}. */
public final class MappedOptionProvider implements OptionProvider {
    /** Made by the service loader. */
    public MappedOptionProvider() {}

    @Override
    public List<Option<?>> options() {
        return MappedOptions.all();
    }
}
