package org.sennit.spi.launch;

/**
 * A program that ships with Sennit and can be run by a short name: {@code sennit run -n 2 -t 2 cg A}. Found with
 * {@link java.util.ServiceLoader}; used by one thread, must not block.
 */
public interface Example {

    /**
     * Returns the short name.
     *
     * @return a lower case word
     */
    String name();

    /**
     * Returns its description with its arguments.
     *
     * @return one line without a full stop
     */
    String summary();

    /**
     * Returns the class with the main method.
     *
     * @return the class
     */
    Class<?> mainClass();
}
