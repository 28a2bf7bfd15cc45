package org.sennit.opi.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/** A piece of code that is run later, if at all: a lambda, a method reference, a class inside a method. */
final class Body {
    private final Set<Element> declared = new HashSet<>();

    /** Variables of the code around it that it uses. */
    final Set<Reference> reads = new HashSet<>();

    /** Variables of the code around it that it gives away. */
    final Map<Reference, Set<Give>> gives = new HashMap<>();

    void declare(Element variable) {
        declared.add(variable);
    }

    boolean declares(Reference reference) {
        return declared.contains(reference.root());
    }

    void read(Reference reference) {
        reads.add(reference);
    }

    void give(Reference reference, Give give) {
        gives.computeIfAbsent(reference, key -> new HashSet<>()).add(give);
    }

    /** Notes that the body may be run from here on. */
    void runIn(Facts facts) {
        gives.forEach((reference, all) -> all.forEach(give -> facts.give(reference, give)));
    }

    /** Notes that a variable holds the body from here on. */
    void keepIn(Facts facts, Reference variable) {
        reads.forEach(reference -> facts.view(variable, reference));
        gives.forEach((reference, all) -> all.forEach(give -> facts.giveWhenRun(variable, reference, give)));
    }
}
