package org.sennit.spi.launch;

/**
 * A program that ships with Sennit and can be run by a short name: {@code sennit run -n 2 -t 2 cg A}. Found with
 * {@link java.util.ServiceLoader}; immutable.
 */
public abstract class Example {
    private final String name;
    private final String summary;
    private final Class<?> mainClass;

    /**
     * Names a program.
     *
     * @param name the short name, a lower case word
     * @param summary its description with its arguments, one line without a full stop
     * @param mainClass the class with the main method
     */
    protected Example(String name, String summary, Class<?> mainClass) {
        this.name = name;
        this.summary = summary;
        this.mainClass = mainClass;
    }

    /**
     * Returns the short name.
     *
     * @return a lower case word
     */
    public final String name() {
        return name;
    }

    /**
     * Returns its description with its arguments.
     *
     * @return one line without a full stop
     */
    public final String summary() {
        return summary;
    }

    /**
     * Returns the class with the main method.
     *
     * @return the class
     */
    public final Class<?> mainClass() {
        return mainClass;
    }
}
