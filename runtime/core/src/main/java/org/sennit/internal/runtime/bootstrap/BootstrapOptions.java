package org.sennit.internal.runtime.bootstrap;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** Lists the options of start-up for {@code sennit info}; the secret is not among them. */
public final class BootstrapOptions implements OptionProvider {
    @Override
    public List<Option<?>> options() {
        return List.of(
                JobOptions.FAILURE,
                JobOptions.NAME,
                JobOptions.PROCESSES,
                JobOptions.ENDPOINTS,
                JobOptions.GRID,
                JobOptions.ENGINE,
                JobOptions.ADDRESS,
                JobOptions.FILE,
                JobOptions.SECRET_FILE,
                JobOptions.TIMEOUT_SECONDS);
    }
}
