package org.sennit.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A setting of the user: its name, unit, default and meaning, and how its text is parsed.
 *
 * <p>Options are constants of the code that reads them; {@link Options} holds their values, and an
 * {@link OptionProvider} lists them for {@code sennit info}. Names are lower case words with dots
 * ({@code net.eager.max}); the environment writes them in upper case with underscores.
 *
 * <p>Threads: immutable.
 *
 * @param <T> the type of the value
 */
public final class Option<T> {
    private final String name;
    private final T defaultValue;
    private final String unit;
    private final String description;
    private final Function<String, T> parser;

    private Option(String name, T defaultValue, String unit, String description, Function<String, T> parser) {
        if (!isWordsWithDots(name)) {
            throw new SennitException(ErrorClass.ARG, "option name=" + name + " is not lower case words with dots");
        }
        this.name = name;
        this.defaultValue = Objects.requireNonNull(defaultValue, "defaultValue");
        this.unit = Objects.requireNonNull(unit, "unit");
        this.description = Objects.requireNonNull(description, "description");
        this.parser = parser;
    }

    /**
     * Returns an option that takes any {@code int}.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set
     * @param unit what is counted, for example {@code bytes}
     * @param description one line for {@code sennit info}
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<Integer> ofInt(String name, int defaultValue, String unit, String description) {
        return ofInt(name, defaultValue, Integer.MIN_VALUE, Integer.MAX_VALUE, unit, description);
    }

    /**
     * Returns an option that takes an {@code int} of a range.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set; within the range
     * @param min the smallest legal value
     * @param max the largest legal value
     * @param unit what is counted, for example {@code bytes}
     * @param description one line for {@code sennit info}
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<Integer> ofInt(
            String name, int defaultValue, int min, int max, String unit, String description) {
        return new Option<>(
                name, defaultValue, unit, description, text -> (int) wholeNumber(name, text, min, max, unit));
    }

    /**
     * Returns an option that takes any {@code long}.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set
     * @param unit what is counted, for example {@code ns}
     * @param description one line for {@code sennit info}
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<Long> ofLong(String name, long defaultValue, String unit, String description) {
        return ofLong(name, defaultValue, Long.MIN_VALUE, Long.MAX_VALUE, unit, description);
    }

    /**
     * Returns an option that takes a {@code long} of a range.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set; within the range
     * @param min the smallest legal value
     * @param max the largest legal value
     * @param unit what is counted, for example {@code ns}
     * @param description one line for {@code sennit info}
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<Long> ofLong(
            String name, long defaultValue, long min, long max, String unit, String description) {
        return new Option<>(name, defaultValue, unit, description, text -> wholeNumber(name, text, min, max, unit));
    }

    /**
     * Makes an option that is true or false. The empty text means true, so that {@code -Dsennit.name} alone switches it
     * on.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set
     * @param description one line for {@code sennit info}
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<Boolean> ofBoolean(String name, boolean defaultValue, String description) {
        return new Option<>(name, defaultValue, "", description, text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1", "" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw illegal(name, text, "is not true or false");
        });
    }

    /**
     * Returns an option that takes any text.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set
     * @param description one line for {@code sennit info}
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<String> ofString(String name, String defaultValue, String description) {
        return new Option<>(name, defaultValue, "", description, text -> text);
    }

    /**
     * Makes an option that takes one of a few words.
     *
     * @param name lower case words with dots
     * @param defaultValue the value when nothing is set; one of the choices
     * @param description one line for {@code sennit info}
     * @param choices the legal words
     * @return the option
     * @throws SennitException {@link ErrorClass#ARG}: the name is malformed; do not retry
     */
    public static Option<String> ofChoice(String name, String defaultValue, String description, String... choices) {
        List<String> legal = List.copyOf(Arrays.asList(choices));
        String whole = description + " (" + String.join(", ", legal) + ")";
        return new Option<>(name, defaultValue, "", whole, text -> {
            if (!legal.contains(text)) {
                throw illegal(name, text, "is not one of " + String.join(", ", legal));
            }
            return text;
        });
    }

    /**
     * Returns the name: lower case words with dots.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the unit of the value, or the empty text.
     *
     * @return the unit
     */
    public String unit() {
        return unit;
    }

    /**
     * Returns the value when nothing is set.
     *
     * @return the default
     */
    public T defaultValue() {
        return defaultValue;
    }

    /**
     * Returns a one-line description.
     *
     * @return the description
     */
    public String description() {
        return description;
    }

    /**
     * Reads a value from its text. Does not block; any thread.
     *
     * @param text the text as the user wrote it; blanks around it are ignored
     * @return the value
     * @throws SennitException {@link ErrorClass#ARG}: the text is not a legal value; the message names the option, the
     *     text and what is legal; do not retry
     */
    public T parse(String text) {
        return parser.apply(text.strip());
    }

    /** Returns whether two options have the same name. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Option<?> that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }

    private static boolean isWordsWithDots(String name) {
        boolean isWordBegun = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
                isWordBegun = true;
            } else if (c == '.' && isWordBegun) {
                isWordBegun = false;
            } else {
                return false;
            }
        }
        return isWordBegun;
    }

    private static long wholeNumber(String name, String text, long min, long max, String unit) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException malformed) {
            throw illegal(name, text, "is not a whole number" + (unit.isEmpty() ? "" : " of " + unit));
        }
        if (value < min || value > max) {
            throw illegal(name, text, "is not within " + min + " to " + max + (unit.isEmpty() ? "" : " " + unit));
        }
        return value;
    }

    private static SennitException illegal(String name, String text, String why) {
        return new SennitException(ErrorClass.ARG, "option " + name + ": '" + text + "' " + why);
    }
}
