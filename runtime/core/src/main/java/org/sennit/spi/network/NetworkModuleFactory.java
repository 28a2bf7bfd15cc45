package org.sennit.spi.network;

import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes network modules of one kind; found with {@link java.util.ServiceLoader}, so it has a public constructor
 * without parameters that does no work. The runtime takes the available factory with the highest preference, or
 * the one that the user names.
 */
public interface NetworkModuleFactory {
    /**
     * Returns the name by which users choose the module.
     *
     * @return a short lower-case word
     */
    String name();

    /**
     * Returns the preference where several are available.
     *
     * @return the higher the better; tcp has 100, mapped has 200
     */
    int preference();

    /**
     * Returns the reason for which the module cannot be used here. Cheap; loads no native code.
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
     * @throws SennitException with ARG when an option makes no sense; do not retry
     */
    NetworkModule create(NetworkSetup setup);

    /**
     * Returns whether its modules stand on another one, which carries what they do not: {@link #wrap} makes them then,
     * and {@link #create} cannot.
     *
     * @return true for a module that needs one beneath it
     */
    default boolean isWrapper() {
        return false;
    }

    /**
     * Makes a module on top of another; does not listen yet. The outer module makes the inner one with
     * upcalls of its own, and owns it.
     *
     * @param setup identity and surroundings
     * @param inner the factory of the module beneath
     * @return the module
     * @throws SennitException with ARG when an option makes no sense, with UNSUPPORTED when this factory is
     *     no wrapper; do not retry
     */
    default NetworkModule wrap(NetworkSetup setup, NetworkModuleFactory inner) {
        throw new SennitException(ErrorClass.UNSUPPORTED, "the network module is no wrapper, name=" + name());
    }
}
