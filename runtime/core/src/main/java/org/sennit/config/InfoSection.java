package org.sennit.config;

import java.util.function.BiConsumer;

/**
 * A section of {@code sennit info}: the settings that a part of Sennit has chosen on this machine, and why. Found with
 * {@link java.util.ServiceLoader}; called by one thread, outside any job.
 */
public interface InfoSection {
    /**
     * Returns the position of the section: lower numbers come first. The launcher's own are 0 (version), 10 (machine),
     * 20 (network modules), 30 (JVMs of a job) and 1000 (options).
     *
     * @return the order
     */
    int order();

    /**
     * Returns the heading, a word or two.
     *
     * @return the title
     */
    String title();

    /**
     * Returns the word by which {@code sennit info --WORD} prints this section alone, if the command knows it.
     *
     * @return lower case, or the empty text
     */
    default String topic() {
        return "";
    }

    /**
     * Writes the lines. May probe the machine, must not start threads that stay.
     *
     * @param options the values that a job would have
     * @param line takes a name and what there is to say about it, any number of times
     */
    void describe(Options options, BiConsumer<String, String> line);

    /**
     * As above, for one size of message or operand, where that makes a difference.
     *
     * @param options the values that a job would have
     * @param sizeBytes the size
     * @param line takes a name and what there is to say about it, any number of times
     */
    default void describe(Options options, long sizeBytes, BiConsumer<String, String> line) {
        describe(options, line);
    }
}
