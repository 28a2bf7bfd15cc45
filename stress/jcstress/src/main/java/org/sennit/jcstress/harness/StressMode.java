package org.sennit.jcstress.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the JVM of a test compiles; the name on the command line is in lower case, with a hyphen. */
enum StressMode {
    /** Interpreter only. */
    INT("-Xint"),
    /** C1 only. */
    C1("-XX:TieredStopAtLevel=1"),
    /** C2 only: the most aggressive reordering that users get. */
    C2("-XX:-TieredCompilation"),
    /** C2 only, with instructions and optimizations in random order. */
    C2_STRESS(
            "-XX:-TieredCompilation",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+StressLCM",
            "-XX:+StressGCM",
            "-XX:+StressIGVN",
            "-XX:+StressCCP");

    private final List<String> flags;

    StressMode(String... flags) {
        this.flags = List.of(flags);
    }

    /** The JVM's flags; {@code seed} fixes the random order of {@link #C2_STRESS}. */
    List<String> flags(int seed) {
        List<String> all = new ArrayList<>(flags);
        if (this == C2_STRESS) {
            all.add("-XX:StressSeed=" + seed);
        }
        return all;
    }

    /** The modes of a list such as {@code c2,c2-stress}. */
    static List<StressMode> parse(String names) {
        return Arrays.stream(names.split(","))
                .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT).replace('-', '_')))
                .toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
