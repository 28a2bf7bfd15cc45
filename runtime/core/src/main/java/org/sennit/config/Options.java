package org.sennit.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The values of all options of one job, and the source of each.
 *
 * <p>A value set by {@link #with} wins, then the system property {@code sennit.NAME}, then the environment variable
 * {@code SENNIT_NAME} (upper case, dots written as underscores), then the default. Properties and environment are read
 * once, when the object is made, so two jobs of one JVM may differ. The numbers that a launcher gives a process by
 * its environment hold in that JVM only, see {@link #MEMBER_PROPERTY}.
 *
 * <p>Threads: immutable. Values are parsed at each {@link #value} call: read an option once and keep it in a field.
 */
public final class Options {
    /** Result of {@link #origin} for an option that is not set. */
    public static final String DEFAULT_ORIGIN = "default";

    /**
     * System property with the id of the job of which this JVM is a process. Without it what the environment
     * says of a job is that of a process above this one, which has inherited its environment to it: a job
     * inside a job is a job of its own.
     */
    public static final String MEMBER_PROPERTY = "sennit.job.member";

    private static final String PROPERTY_PREFIX = "sennit.";
    private static final String VARIABLE_PREFIX = "SENNIT_";

    /** Environment variables that a launcher sets for a process of a job, and that its children inherit. */
    private static final Set<String> OF_A_MEMBER = Set.of(
            "job.id",
            "job.process",
            "job.processes",
            "job.endpoints",
            "job.incarnation",
            "job.host.processes",
            "job.server.port",
            "job.server.address",
            "job.secret",
            "job.secret.source");

    private static final String JOB_ID = VARIABLE_PREFIX + "JOB_ID";

    private static final String OF_ENVIRONMENT = "environment";
    private static final String IN_CODE = "Options.with";

    private record Text(String text, String origin) {}

    /** The values by option name; never changed after construction. */
    private final Map<String, Text> texts;

    /** Values set in code, by option name; never changed after construction. */
    private final Map<String, Object> values;

    private final Map<String, String> origins;

    private Options(Map<String, Text> texts, Map<String, Object> values, Map<String, String> origins) {
        this.texts = texts;
        this.values = values;
        this.origins = origins;
    }

    /**
     * Returns the values that system properties and environment variables give at this moment. Does not block.
     *
     * @return the options
     */
    public static Options fromEnvironment() {
        return of(System.getProperties(), System.getenv());
    }

    /**
     * Returns every option at its default, whatever the environment says.
     *
     * @return the options
     */
    public static Options defaults() {
        return new Options(Map.of(), Map.of(), Map.of());
    }

    /**
     * Returns the values that the given properties and variables give; {@link #fromEnvironment()} for a test.
     *
     * @param properties as {@link System#getProperties()}
     * @param variables as {@link System#getenv()}
     * @return the options
     */
    public static Options of(Properties properties, Map<String, String> variables) {
        Map<String, Text> texts = new HashMap<>();
        String jobId = variables.get(JOB_ID);
        boolean isInherited = jobId != null && !jobId.equals(properties.getProperty(MEMBER_PROPERTY));
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            if (variable.getKey().startsWith(VARIABLE_PREFIX)) {
                String name = variable.getKey()
                        .substring(VARIABLE_PREFIX.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '.');
                if (!isInherited || !OF_A_MEMBER.contains(name)) {
                    texts.put(name, new Text(variable.getValue(), OF_ENVIRONMENT));
                }
            }
        }
        for (String property : properties.stringPropertyNames()) {
            if (property.startsWith(PROPERTY_PREFIX)) {
                String name = property.substring(PROPERTY_PREFIX.length());
                texts.put(name, new Text(properties.getProperty(property), "system property"));
            }
        }
        return new Options(texts, Map.of(), Map.of());
    }

    /**
     * Returns the system property that sets an option.
     *
     * @param optionName the option's name
     * @return for example {@code sennit.net.eager.max}
     */
    public static String propertyName(String optionName) {
        return PROPERTY_PREFIX + optionName;
    }

    /**
     * Returns the environment variable that sets an option.
     *
     * @param optionName the option's name
     * @return for example {@code SENNIT_NET_EAGER_MAX}
     */
    public static String variableName(String optionName) {
        return VARIABLE_PREFIX + optionName.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * Returns a copy in which one option has a value, whatever the environment says.
     *
     * @param <T> the type of the value
     * @param option the option
     * @param value its value
     * @param origin where it was set, for {@code sennit info}
     * @return the copy
     */
    public <T> Options with(Option<T> option, T value, String origin) {
        Map<String, Object> newValues = new HashMap<>(values);
        Map<String, String> newOrigins = new HashMap<>(origins);
        newValues.put(option.name(), value);
        newOrigins.put(option.name(), origin);
        return new Options(texts, newValues, newOrigins);
    }

    /**
     * Returns a copy in which one option has a value, whatever the environment says: what {@code sennit run -o
     * NAME=VALUE} does, for a program that starts its job itself. Looks for the options on the class path; any thread.
     *
     * @param name the option's name, such as {@code net.module}; {@code sennit info} lists all
     * @param text its value, as on the command line; blanks around it are ignored
     * @return the copy
     * @throws SennitException {@link ErrorClass#ARG}: no part of Sennit on the class path has an option of this name,
     *     or the text is not a legal value of it; do not retry
     */
    public Options with(String name, String text) {
        for (OptionProvider provider : ServiceLoader.load(OptionProvider.class)) {
            for (Option<?> option : provider.options()) {
                if (option.name().equals(name)) {
                    return withText(option, text);
                }
            }
        }
        throw new SennitException(
                ErrorClass.ARG,
                "Options.with: there is no option '" + name + "' on the class path; sennit info lists all");
    }

    private <T> Options withText(Option<T> option, String text) {
        if (text == null) {
            throw new SennitException(ErrorClass.ARG, "Options.with: option '" + option.name() + "' has no text");
        }
        return with(option, option.parse(text), IN_CODE);
    }

    /**
     * Returns the value of an option. Does not block; any thread.
     *
     * @param <T> the type of the value
     * @param option the option
     * @return the value set in code, else by property, else by the environment, else the default
     * @throws SennitException {@link ErrorClass#ARG}: a text that was set is not a legal value; the message says where
     *     it came from; do not retry
     */
    @SuppressWarnings("unchecked") // values holds a T for every Option<T>: with() is the only writer
    public <T> T value(Option<T> option) {
        Object value = values.get(option.name());
        if (value != null) {
            return (T) value;
        }
        Text text = texts.get(option.name());
        if (text == null) {
            return option.defaultValue();
        }
        try {
            return option.parse(text.text());
        } catch (SennitException illegal) {
            throw new SennitException(
                    ErrorClass.ARG, illegal.getMessage() + " (from " + sourceOf(option.name()) + ")", illegal);
        }
    }

    /**
     * Returns the origin of the value of an option.
     *
     * @param option the option
     * @return {@code default}, {@code system property}, {@code environment}, or the source given to {@link #with}
     */
    public String origin(Option<?> option) {
        String origin = origins.get(option.name());
        if (origin != null) {
            return origin;
        }
        Text text = texts.get(option.name());
        return text == null ? DEFAULT_ORIGIN : text.origin();
    }

    /**
     * Returns the variable or property from which an option has its text.
     *
     * @param name the option's name, known or not
     * @return for example {@code environment variable SENNIT_NET_EAGER_MAX}; {@code default} when neither sets it
     */
    public String sourceOf(String name) {
        Text text = texts.get(name);
        if (text == null) {
            return DEFAULT_ORIGIN;
        }
        return text.origin().equals(OF_ENVIRONMENT)
                ? "environment variable " + variableName(name)
                : "system property " + propertyName(name);
    }

    /**
     * Returns the names that properties and environment set, known or not; compare them with the
     * existing options to find spelling mistakes.
     *
     * @return the names
     */
    public Set<String> namesFromEnvironment() {
        return Set.copyOf(texts.keySet());
    }
}
