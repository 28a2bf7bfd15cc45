package org.sennit.spi.launch;

/** Brings a command to {@code sennit}. Found with {@link java.util.ServiceLoader}; used by one thread. */
@FunctionalInterface
public interface CommandProvider {
    /**
     * Makes the command.
     *
     * @return an object of a class with picocli's {@code @Command}, which is a {@code Runnable} or a
     *     {@code Callable<Integer>} that returns the exit status
     */
    Object command();
}
