package org.sennit.jcstress.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What to run and for how long.
 *
 * @param share how long the run may take; a core set runs beyond it
 * @param modes how the JVMs compile; the core set runs in the first
 * @param tests which tests: the pattern is looked for in their names
 * @param mutants which mutants: the pattern is looked for in their names
 * @param timeMs milliseconds of an iteration
 * @param iterations their number
 * @param seed of the order of cases and of {@link StressMode#C2_STRESS}
 */
record StressOptions(
        Duration share, List<StressMode> modes, Pattern tests, Pattern mutants, int timeMs, int iterations, long seed) {
    private static final Set<String> NAMES = Set.of("share", "modes", "tests", "mutants", "time", "iterations", "seed");

    /** Options from arguments of the form {@code name=value}; an empty value means the default. */
    static StressOptions parse(String[] args) {
        Map<String, String> values = new TreeMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0 || !NAMES.contains(arg.substring(0, equals))) {
                throw new IllegalArgumentException("argument " + arg + ": expected one of " + NAMES
                        + " as name=value, in " + Arrays.toString(args));
            }
            if (equals + 1 < arg.length()) {
                values.put(arg.substring(0, equals), arg.substring(equals + 1));
            }
        }
        return new StressOptions(
                Duration.ofSeconds(Long.parseLong(values.getOrDefault("share", "100"))),
                StressMode.parse(values.getOrDefault("modes", "c2-stress,c2")),
                Pattern.compile(values.getOrDefault("tests", "")),
                Pattern.compile(values.getOrDefault("mutants", "")),
                Integer.parseInt(values.getOrDefault("time", "250")),
                Integer.parseInt(values.getOrDefault("iterations", "2")),
                Long.parseLong(values.getOrDefault("seed", Long.toString(System.nanoTime()))));
    }
}
