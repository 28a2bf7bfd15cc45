package org.sennit.opi.check;

import com.sun.source.tree.Tree;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The uses that were found, one an expression, however many paths lead to it. */
final class Findings {
    /** The part of the guide that explains the rules. */
    static final String GUIDE = "endpoints/guide/ownership.md";

    /**
     * One use.
     *
     * @param use the expression
     * @param message what is wrong with it, and the line of the give
     */
    record Finding(Tree use, String message) {}

    private record Use(Reference reference, Set<Give> gives) {}

    private final CompiledUnit unit;
    private final Map<Tree, Use> uses = new LinkedHashMap<>();

    Findings(CompiledUnit unit) {
        this.unit = unit;
    }

    void add(Tree use, Reference reference, Set<Give> gives) {
        uses.computeIfAbsent(use, key -> new Use(reference, new HashSet<>()))
                .gives
                .addAll(gives);
    }

    List<Finding> all() {
        return uses.entrySet().stream()
                .map(entry -> new Finding(entry.getKey(), message(entry.getKey(), entry.getValue())))
                .toList();
    }

    private String message(Tree tree, Use use) {
        String other = use.gives.stream()
                .map(Give::given)
                .filter(given -> !given.equals(use.reference))
                .map(given -> "'" + given + "'")
                .sorted()
                .findFirst()
                .orElse("it");
        String lines = use.gives.stream()
                .map(Give::line)
                .sorted()
                .distinct()
                .map(String::valueOf)
                .collect(Collectors.joining(" or "));
        boolean isLater = use.gives.stream().allMatch(give -> unit.position(give.argument()) >= unit.position(tree));
        return "'%s' is used after %s was given away in line %s%s"
                .formatted(use.reference, other, lines, isLater ? ", in an earlier turn of the loop" : "");
    }
}
