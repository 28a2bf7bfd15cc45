package org.sennit.bench.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that all endpoints of a benchmark must agree on. Immutable; goes to the processes of a job as arguments.
 *
 * @param benchmark what to measure
 * @param sizesBytes message sizes, in order
 * @param batches timed batches a size
 * @param iterations operations a batch; 0: by size
 * @param isFresh whether the sender writes its memory before each large send, and the receiver reads it
 * @param memory what the messages lie in
 * @param network what carries messages between JVMs
 * @param window messages before an answer
 * @param wanted a speed to wait for: near, far, or any
 * @param attempts how often a size is tried until it was measured at that speed
 * @param linesFile a file that all processes map, for probe and floor; empty in one process
 * @param peersFile figures of the peers as JSON; empty: none
 * @param jsonFile receives all rows as JSON; empty: none
 * @param isQuiet whether the table is not printed
 * @param isProgressShown whether progress goes to the standard error stream
 * @param settings what only some benchmarks know, where it is not the usual
 */
public record Plan(
        Benchmark benchmark,
        List<Long> sizesBytes,
        int batches,
        int iterations,
        boolean isFresh,
        MemoryKind memory,
        Network network,
        int window,
        String wanted,
        int attempts,
        String linesFile,
        String peersFile,
        String jsonFile,
        boolean isQuiet,
        boolean isProgressShown,
        Map<Setting, String> settings) {
    /** What messages lie in. */
    public enum MemoryKind {
        /** A primitive array on the heap. */
        ARRAY,
        /** A segment off the heap, aligned to a page. */
        SEGMENT,
        /** The same, of an arena that the program can close. */
        ARENA,
        /** Memory that all JVMs of the host map, aligned to a page. */
        SHARED;

        /**
         * Describes the plan for headers.
         *
         * @return a few words
         */
        public String words() {
            return switch (this) {
                case ARRAY -> "heap arrays";
                case SEGMENT -> "off-heap segments";
                case ARENA -> "off-heap segments of a shared arena";
                case SHARED -> "shared memory";
            };
        }
    }

    /** Any speed will do. */
    public static final String ANY_SPEED = "any";

    /** Batches unless asked otherwise. */
    public static final int DEFAULT_BATCHES = 100;

    /** Window unless asked otherwise, as OSU's. */
    public static final int DEFAULT_WINDOW = 64;

    /** Copies the list, and the settings that are not the usual ones. */
    public Plan {
        sizesBytes = List.copyOf(sizesBytes);
        Map<Setting, String> unusual = new EnumMap<>(Setting.class);
        settings.forEach((setting, value) -> {
            if (!value.equals(setting.usual())) {
                unusual.put(setting, value);
            }
        });
        settings = Collections.unmodifiableMap(unusual);
    }

    /**
     * Returns a plan with the usual settings: warm, arrays, any speed, quiet.
     *
     * @param benchmark what to measure
     * @param sizesBytes message sizes
     */
    public static Plan of(Benchmark benchmark, List<Long> sizesBytes) {
        return new Plan(
                benchmark,
                sizesBytes,
                DEFAULT_BATCHES,
                0,
                false,
                MemoryKind.ARRAY,
                Network.BEST,
                DEFAULT_WINDOW,
                ANY_SPEED,
                1,
                "",
                "",
                "",
                true,
                false,
                Map.of());
    }

    /**
     * Returns what holds for this plan.
     *
     * @param setting one that the benchmark knows
     * @return its value, or the usual one
     */
    public String setting(Setting setting) {
        return settings.getOrDefault(setting, setting.usual());
    }

    /** Returns what is measured in turn with the benchmark, labels of further columns. */
    public List<String> beside() {
        if (isNonblocking()) {
            return List.of(Benchmark.OVERALL, Benchmark.OVERLAP);
        }
        if (!setting(Setting.BESIDE).equals(Setting.BESIDE.usual())) {
            return List.of(setting(Setting.BESIDE));
        }
        return benchmark.beside().stream()
                .filter(label -> !label.equals(Benchmark.BY_HAND) || isStrided())
                .filter(label -> !label.equals(Benchmark.ONE_BY_ONE) || directions() > 1)
                .filter(label -> !label.equals(Benchmark.SEPARATE) || directions() > 1)
                .toList();
    }

    boolean isNonblocking() {
        return setting(Setting.CALL).equals(Setting.NONBLOCKING);
    }

    int directions() {
        return Integer.parseInt(setting(Setting.DIRECTIONS));
    }

    boolean isStrided() {
        return setting(Setting.LAYOUT).equals(Setting.STRIDED);
    }

    /** Returns the plan as arguments of a program, one argument a field, {@code name=value}. */
    public List<String> toArguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("benchmark=" + benchmark);
        arguments.add("sizes=" + sizesBytes.stream().map(String::valueOf).collect(Collectors.joining(",")));
        arguments.add("batches=" + batches);
        arguments.add("iterations=" + iterations);
        arguments.add("fresh=" + isFresh);
        arguments.add("memory=" + memory);
        arguments.add("network=" + network);
        arguments.add("window=" + window);
        arguments.add("wanted=" + wanted);
        arguments.add("attempts=" + attempts);
        arguments.add("lines=" + linesFile);
        arguments.add("peers=" + peersFile);
        arguments.add("json=" + jsonFile);
        arguments.add("quiet=" + isQuiet);
        arguments.add("progress=" + isProgressShown);
        arguments.add("settings=" + Setting.text(settings));
        return arguments;
    }

    /**
     * Returns the plan of arguments that {@link #toArguments()} made.
     *
     * @param arguments {@code name=value}
     * @return an equal plan
     */
    public static Plan ofArguments(String... arguments) {
        Map<String, String> values = Stream.of(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return new Plan(
                Benchmark.valueOf(values.get("benchmark").toUpperCase(Locale.ROOT)),
                Stream.of(values.get("sizes").split(",")).map(Long::valueOf).toList(),
                Integer.parseInt(values.get("batches")),
                Integer.parseInt(values.get("iterations")),
                Boolean.parseBoolean(values.get("fresh")),
                MemoryKind.valueOf(values.get("memory")),
                Network.valueOf(values.get("network")),
                Integer.parseInt(values.get("window")),
                values.get("wanted"),
                Integer.parseInt(values.get("attempts")),
                values.get("lines"),
                values.get("peers"),
                values.get("json"),
                Boolean.parseBoolean(values.get("quiet")),
                Boolean.parseBoolean(values.get("progress")),
                Setting.of(values.get("settings")));
    }

    /** Returns a copy with one argument changed. */
    private Plan with(String name, Object value) {
        String[] arguments = toArguments().toArray(String[]::new);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith(name + "=")) {
                arguments[i] = name + "=" + value;
            }
        }
        return ofArguments(arguments);
    }

    /**
     * Returns the same with the files of a job.
     *
     * @param lines the file for probe and floor
     * @param peers figures of the peers
     * @param json receives the rows
     * @return a copy
     */
    public Plan withFiles(String lines, String peers, String json) {
        return with("lines", lines).with("peers", peers).with("json", json);
    }

    /**
     * Returns the same, waiting for a speed.
     *
     * @param speed near, far or any
     * @param tries how often a size is tried
     * @return a copy
     */
    public Plan waitingFor(String speed, int tries) {
        return with("wanted", speed).with("attempts", tries);
    }

    /**
     * Returns the same, fresh or warm.
     *
     * @param fresh whether the sender writes before each large send
     * @return a copy
     */
    public Plan withFresh(boolean fresh) {
        return with("fresh", fresh);
    }

    /**
     * Returns the same in other memory.
     *
     * @param kind what the messages lie in
     * @return a copy
     */
    public Plan withMemory(MemoryKind kind) {
        return with("memory", kind);
    }

    /**
     * Returns the same with other settings.
     *
     * @param others what only some benchmarks know
     * @return a copy
     */
    public Plan withSettings(Map<Setting, String> others) {
        return with("settings", Setting.text(others));
    }

    /**
     * Returns the same over another network.
     *
     * @param other what carries messages between JVMs
     * @return a copy
     */
    public Plan withNetwork(Network other) {
        return with("network", other);
    }
}
