package org.sennit.bench.program;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What only some benchmarks know, each with the value that holds unless another is asked for. */
public enum Setting {
    /** How many messages a rank sends and receives at once. */
    DIRECTIONS("1"),
    /** Whether the sender's elements lie in a row, {@code contiguous}, or have gaps, {@code strided}. */
    LAYOUT("contiguous"),
    /** How accesses to a window are completed, a word of {@link Synchronization}. */
    SYNC("flush"),
    /**
     * The memory of windows: {@code allocated} by the library, or the user's, {@code array} or {@code segment}, or
     * {@code dynamic}: a segment of the user's that is attached later.
     */
    EXPOSED("allocated"),
    /** The root of collectives: each rank in turn, {@code rotating}, or always 0. */
    ROOT("rotating"),
    /** Whether collectives are {@code blocking}, or {@code nonblocking} with a computation that they overlap. */
    CALL("blocking"),
    /** Memory of another kind that a message is sent from in turn, array, segment, arena or shared. */
    BESIDE("none");

    /** A value of {@link #LAYOUT}. */
    public static final String STRIDED = "strided";

    /** A value of {@link #CALL}. */
    public static final String NONBLOCKING = "nonblocking";

    /** A value of {@link #ROOT}. */
    public static final String FIXED_ROOT = "0";

    /** Strided messages are multiples of it: a double of each site of a face. */
    public static final long STRIDED_GRANULE_BYTES = Face.LEAST_BYTES;

    private final String usual;

    Setting(String usual) {
        this.usual = usual;
    }

    /** Returns its name in headers, files and arguments of the C programs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the value that holds unless another is asked for. */
    public String usual() {
        return usual;
    }

    /**
     * Formats settings.
     *
     * @param settings those that differ from the usual ones
     * @return {@code name=value}, with commas between them
     */
    public static String text(Map<Setting, String> settings) {
        return settings.entrySet().stream()
                .map(entry -> entry.getKey().word() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    /** Reads what {@link #text} has written. */
    static Map<Setting, String> of(String text) {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        Stream.of(text.split(",")).filter(part -> !part.isEmpty()).forEach(part -> {
            String[] pair = part.split("=", 2);
            settings.put(valueOf(pair[0].toUpperCase(Locale.ROOT)), pair[1]);
        });
        return settings;
    }
}
