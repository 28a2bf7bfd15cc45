package org.sennit.config;

import java.util.List;

/**
 * Lists the options of a part of Sennit, so that {@code sennit info} can print them and the command line can check
 * names. Found with {@link java.util.ServiceLoader}; called by any thread, must not block.
 */
public interface OptionProvider {
    /**
     * Returns the options of this part, in the order in which they shall be printed.
     *
     * @return the options
     */
    List<Option<?>> options();
}
