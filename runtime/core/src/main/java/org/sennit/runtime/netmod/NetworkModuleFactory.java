package org.sennit.runtime.netmod;

import org.sennit.runtime.config.Options;

/**
 * Makes network modules of one kind; found with {@link java.util.ServiceLoader}, so it has a public constructor without
 * parameters that does no work. The runtime takes the available factory with the highest preference, or the one that the
 * user names.
 */
public interface NetworkModuleFactory {
    /**
     * The name by which users choose the module.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * Which one to prefer where several are available.
     *
     * @return the higher the better; tcp has 100
     */
    int preference();

    /**
     * Why the module cannot be used here. Cheap; loads no native code.
     *
     * @param options the settings
     * @return one line; null when it is available
     */
    String unavailableBecause(Options options);

    /**
     * Makes a module; does not listen yet.
     *
     * @param setup identity and surroundings
     * @return the module
     * @throws org.sennit.runtime.error.SennitException with ARG when an option makes no sense; do not retry
     */
    NetworkModule create(NetworkSetup setup);
}
