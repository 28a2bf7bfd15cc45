package org.sennit.conformance.layering;

import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which package uses which, with one class of each side as the witness.
 *
 * <p>Source: the class files. A constant that javac has copied leaves no trace in them, so the imports of the sources
 * are added.
 */
final class PackageGraph {
    private final Map<String, Set<String>> classes = new TreeMap<>();
    private final Map<String, Map<String, String>> arrows = new TreeMap<>();

    void add(Iterable<ClassModel> classes) {
        for (ClassModel model : classes) {
            String user = ClassFiles.name(model);
            ClassFiles.namedBy(model).forEach(used -> add(user, used));
        }
    }

    void add(String user, String used) {
        classes.computeIfAbsent(user, key -> new TreeSet<>()).add(used);
        String from = ClassFiles.packageOf(user);
        String to = ClassFiles.packageOf(used);
        if (!from.equals(to)) {
            arrows.computeIfAbsent(from, key -> new TreeMap<>()).putIfAbsent(to, user + " uses " + used);
        }
    }

    /** The largest circle of classes in each package. */
    Map<String, Integer> largestCircles() {
        Map<String, Set<String>> uses = new TreeMap<>();
        classes.forEach((user, all) -> all.forEach(used ->
                uses.computeIfAbsent(outermost(user), key -> new TreeSet<>()).add(outermost(used))));
        return ClassCircles.largest(uses);
    }

    private static String outermost(String name) {
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    /**
     * The graph of the packages that are not part of the library's face. A class of the face is seen through: an inner
     * class that uses it uses the inner classes that stand behind it. So no inner class reaches upwards by way of the
     * face.
     */
    PackageGraph behind(Predicate<String> isFace) {
        PackageGraph graph = new PackageGraph();
        for (String user : classes.keySet()) {
            if (!isFace.test(ClassFiles.packageOf(user))) {
                Set<String> seen = new TreeSet<>();
                reach(user, isFace, seen);
                seen.forEach(used -> graph.add(user, used));
            }
        }
        return graph;
    }

    private void reach(String user, Predicate<String> isFace, Set<String> seen) {
        for (String used : classes.getOrDefault(user, Set.of())) {
            if (seen.add(used) && isFace.test(ClassFiles.packageOf(used))) {
                reach(used, isFace, seen);
            }
        }
    }

    /** The graph of the arrows between some packages, but for those to one class. */
    PackageGraph among(Predicate<String> isOf, String exception) {
        PackageGraph graph = new PackageGraph();
        classes.forEach((user, all) -> all.stream()
                .filter(used -> isOf.test(ClassFiles.packageOf(user)) && isOf.test(ClassFiles.packageOf(used)))
                .filter(used -> !used.equals(exception))
                .forEach(used -> graph.add(user, used)));
        return graph;
    }

    Set<String> packages() {
        return arrows.keySet();
    }

    /** The packages that this one uses, each with its witness. */
    Map<String, String> usedBy(String name) {
        return arrows.getOrDefault(name, Map.of());
    }

    /** One line per cycle found, with the witness of each arrow; empty if there is none. */
    List<String> cycles() {
        List<String> found = new ArrayList<>();
        Set<String> done = new TreeSet<>();
        for (String start : arrows.keySet()) {
            follow(start, new ArrayList<>(), done, found);
        }
        return found;
    }

    private void follow(String name, List<String> path, Set<String> done, List<String> found) {
        int first = path.indexOf(name);
        if (first >= 0) {
            found.add("cycle: " + witnesses(path.subList(first, path.size())));
            return;
        }
        if (done.contains(name)) {
            return;
        }
        path.add(name);
        usedBy(name).keySet().forEach(next -> follow(next, path, done, found));
        path.removeLast();
        done.add(name);
    }

    private String witnesses(List<String> cycle) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            lines.add(usedBy(cycle.get(i)).get(cycle.get((i + 1) % cycle.size())));
        }
        return String.join("; ", lines);
    }
}
