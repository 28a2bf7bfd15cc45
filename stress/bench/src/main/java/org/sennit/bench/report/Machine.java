package org.sennit.bench.report;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a figure must state beside it: JDK, flags, collector, processors. Stateless; any thread. */
public final class Machine {
    private Machine() {}

    /**
     * Lines for the header of a table.
     *
     * @return JDK and processors
     */
    public static List<String> notes() {
        Map<String, Object> facts = facts();
        return List.of("JDK " + facts.get("jdk") + ", " + facts.get("os") + ", " + facts.get("processors")
                + " processors, collector " + facts.get("collector") + ", flags " + facts.get("flags"));
    }

    /**
     * Returns the facts of the notes as data.
     *
     * @return names and values; the caller may add
     */
    public static Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("jdk", System.getProperty("java.runtime.version"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("processors", Runtime.getRuntime().availableProcessors());
        facts.put(
                "collector",
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(collector -> collector.getName())
                        .collect(Collectors.joining(" + ")));
        facts.put(
                "flags",
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(flag -> flag.startsWith("-X"))
                        .collect(Collectors.joining(" ")));
        return facts;
    }

    /**
     * Returns the text of two probes.
     *
     * @param beforeNs ns one way
     * @param afterNs ns one way
     * @return such as "33, 34 ns"
     */
    public static String probes(double beforeNs, double afterNs) {
        return String.format(Locale.ROOT, "%.0f, %.0f ns", beforeNs, afterNs);
    }
}
