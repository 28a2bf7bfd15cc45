package org.sennit.conformance.layering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One module of the house: where its arrows may point.
 *
 * @param folder below the root of the project
 * @param basePackages prefixes of its packages
 * @param below base packages of the modules that it may use
 * @param libraries prefixes of the packages of libraries that it may use, besides the JDK's
 * @param order its inner packages, lowest first; empty where there is one at most
 */
record Layer(String folder, List<String> basePackages, List<String> below, List<String> libraries, List<String> order) {
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "com.sun.");

    /**
     * Whether a package is of this module: of all modules' base packages the longest that fits is one of this module's.
     */
    boolean owns(String name) {
        return basePackages.contains(House.basePackage(name, this));
    }

    /** One line for each arrow of the graph that starts here and may not be. */
    List<String> violations(PackageGraph graph) {
        List<String> lines = new ArrayList<>();
        List<String> inner = graph.packages().stream()
                .filter(name -> owns(name) && !House.isFace(name))
                .toList();
        if (order.isEmpty() && inner.size() > 1) {
            lines.add(folder + " has no order of its packages: " + inner);
        }
        for (String from : graph.packages()) {
            if (owns(from)) {
                if (!order.isEmpty() && !House.isFace(from) && level(from) < 0) {
                    lines.add(from + " is not in the list of packages of " + folder);
                }
                for (Map.Entry<String, String> arrow : graph.usedBy(from).entrySet()) {
                    if (!isAllowed(from, arrow.getKey())) {
                        lines.add(folder + " may not: " + arrow.getValue());
                    }
                }
            }
        }
        return lines;
    }

    /** One line for each arrow between two packages of this module that points up, of a graph without the face. */
    List<String> upwards(PackageGraph graph) {
        List<String> lines = new ArrayList<>();
        for (String from : graph.packages()) {
            for (Map.Entry<String, String> arrow : graph.usedBy(from).entrySet()) {
                if (owns(from) && owns(arrow.getKey()) && !isAllowed(from, arrow.getKey())) {
                    lines.add(folder + " may not: " + arrow.getValue());
                }
            }
        }
        return lines;
    }

    private boolean isAllowed(String from, String to) {
        if (owns(to)) {
            return order.isEmpty() || House.isFace(from) || House.isFace(to) || level(to) <= level(from);
        }
        return JDK.stream().anyMatch(to::startsWith)
                || below.contains(House.basePackage(to, this))
                || libraries.stream().anyMatch(to::startsWith);
    }

    /** The place in the order of the longest name that fits; -1 where none does. */
    private int level(String name) {
        return order.stream()
                .filter(base -> isIn(name, base))
                .max(Comparator.comparingInt(String::length))
                .map(order::indexOf)
                .orElse(-1);
    }

    static boolean isIn(String name, String base) {
        return name.equals(base) || name.startsWith(base + ".");
    }
}
